// site.js - what the pages do beyond being read: sort, filter, colour, differ.
// Text from the database is put into pages by textContent alone.
"use strict";
const rollbook = window.rollbook = (() => {
  const from = document.currentScript.getAttribute("src").replace(/site\.js$/, ""); // "", "../" or "../../"
  const root = () => from;
  const loads = new Map(); // of scripts, by address
  const texts = new Map(); // by key
  const parts = new Map(); // of lists, by "run-part"

  function el(name, className, text) {
    const e = document.createElement(name);
    if (className) e.className = className;
    if (text !== undefined) e.textContent = text;
    return e;
  }

  // A page from a disk may fetch nothing, so data come as scripts.
  function load(src) {
    if (!loads.has(src)) {
      loads.set(src, new Promise((done, failed) => {
        const s = document.createElement("script");
        s.src = src;
        s.onload = done;
        s.onerror = () => { loads.delete(src); failed(new Error("cannot read " + src)); };
        document.head.append(s);
      }));
    }
    return loads.get(src);
  }

  async function text(holder) {
    const key = holder.dataset.text;
    if (!texts.has(key)) await load(holder.dataset.src);
    return texts.get(key) ?? "";
  }

  // ---- code ----

  const words = new Set(("alignas auto bool break case char class const constexpr continue def default del delete do double elif else enum " +
    "except explicit extern false False finally float for from goto if import in inline int is lambda long namespace new None not nullptr " +
    "operator or and pass private protected public raise register restrict return self short signed sizeof static struct switch template " +
    "this throw true True try typedef typename union unsigned using virtual void volatile while with yield size_t int8_t int16_t int32_t " +
    "int64_t uint8_t uint16_t uint32_t uint64_t half float2 float4 int2 int4 __global__ __device__ __host__ __shared__ __constant__ " +
    "__restrict__ __forceinline__ __launch_bounds__ __syncthreads threadIdx blockIdx blockDim gridDim warpSize").split(" "));
  const token = /(\/\*[\s\S]*?(?:\*\/|$)|\/\/.*|"""|'''|"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|\b(?:0[xX][0-9a-fA-F]+|\d[\d.]*(?:[eE][-+]?\d+)?)[uUlLfFh]*\b|[A-Za-z_]\w*|#\s*\w+)/g;

  // Colours one line; state says in which comment or text over several lines it begins.
  function colour(line, state) {
    const source = line.textContent;
    const out = [];
    let at = 0;
    const put = (piece, kind) => { if (piece) out.push(kind ? el("span", kind, piece) : piece); };
    if (/^\s*(\/\/@|#\s*(include|define|pragma|if|else|endif|undef))/.test(source) && !state.ends) {
      put(source, "d");
      line.replaceChildren(...out);
      return state;
    }
    const python = state.python;
    while (at < source.length) {
      if (state.ends) {
        const end = source.indexOf(state.ends, at);
        const stop = end < 0 ? source.length : end + state.ends.length;
        put(source.slice(at, stop), state.kind);
        at = stop;
        if (end >= 0) state.ends = "";
        continue;
      }
      token.lastIndex = at;
      const m = token.exec(source);
      if (!m) { put(source.slice(at)); break; }
      put(source.slice(at, m.index));
      at = m.index + m[0].length;
      const t = m[0];
      if (t === '"""' || t === "'''") { state.ends = t; state.kind = "s"; put(t, "s"); }
      else if (t.startsWith("/*")) { put(t, "c"); if (!t.endsWith("*/") || t.length < 4) { state.ends = "*/"; state.kind = "c"; } }
      else if (t.startsWith("//") && !python) put(t, "c");
      else if (t.startsWith("#") && python) { put(source.slice(m.index), "c"); at = source.length; }
      else if (t[0] === '"' || t[0] === "'") put(t, "s");
      else if (/^\d/.test(t)) put(t, "m");
      else put(t, words.has(t) ? "k" : "");
    }
    line.replaceChildren(...out);
    return state;
  }

  // A line an element, so that it has a number and can be linked to.
  function number(pre) {
    pre.replaceChildren(...pre.textContent.replace(/\n$/, "").split("\n").map((line, i) => {
      const e = el("span", "", line + "\n");
      e.id = "L" + (i + 1);
      return e;
    }));
    if (/^#L\d+$/.test(location.hash)) location.replace(location.href);
  }

  function highlight(pre) {
    const lines = [...pre.children].slice(0, 5000);
    const head = lines.slice(0, 60).map(l => l.textContent).join("");
    let state = { ends: "", kind: "", python: /^\s*(import|from)\s+\w|^\s*def \w+\(/m.test(head) };
    for (const line of lines) if (!line.classList.contains("gap")) state = colour(line, state);
  }

  // ---- differences ----

  // Lines that both have, by the longest common subsequence; beyond 4 million cells all lines differ.
  function script(a, b) {
    let low = 0, endA = a.length, endB = b.length;
    while (low < endA && low < endB && a[low] === b[low]) low++;
    while (endA > low && endB > low && a[endA - 1] === b[endB - 1]) { endA--; endB--; }
    const n = endA - low, m = endB - low, out = [];
    for (let i = 0; i < low; i++) out.push([" ", i, i]);
    if (n * m > 4e6) {
      for (let i = 0; i < n; i++) out.push(["-", low + i, -1]);
      for (let j = 0; j < m; j++) out.push(["+", -1, low + j]);
    } else {
      const len = new Uint32Array((n + 1) * (m + 1));
      for (let i = n - 1; i >= 0; i--)
        for (let j = m - 1; j >= 0; j--)
          len[i * (m + 1) + j] = a[low + i] === b[low + j] ? len[(i + 1) * (m + 1) + j + 1] + 1
            : Math.max(len[(i + 1) * (m + 1) + j], len[i * (m + 1) + j + 1]);
      for (let i = 0, j = 0; i < n || j < m;) {
        if (i < n && j < m && a[low + i] === b[low + j]) out.push([" ", low + i++, low + j++]);
        else if (j >= m || (i < n && len[(i + 1) * (m + 1) + j] >= len[i * (m + 1) + j + 1])) out.push(["-", low + i++, -1]);
        else out.push(["+", -1, low + j++]);
      }
    }
    for (let i = endA, j = endB; i < a.length; i++, j++) out.push([" ", i, j]);
    return out;
  }

  function difference(other, own) {
    const a = other.replace(/\r/g, "").replace(/\n$/, "").split("\n"), b = own;
    const rows = script(a, b);
    const near = rows.map(() => false);
    rows.forEach((r, i) => { if (r[0] !== " ") for (let k = Math.max(0, i - 4); k <= Math.min(rows.length - 1, i + 4); k++) near[k] = true; });
    const pre = el("pre", "code diff");
    pre.tabIndex = 0;
    let hidden = 0;
    const gap = () => { if (hidden) { const g = el("span", "gap", hidden + " equal line" + (hidden > 1 ? "s" : "") + "\n"); g.dataset.old = g.dataset.new = ""; pre.append(g); } hidden = 0; };
    rows.forEach(([kind, i, j], at) => {
      if (!near[at]) { hidden++; return; }
      gap();
      const line = el("span", kind === "+" ? "add" : kind === "-" ? "del" : "", (kind === "-" ? a[i] : b[j]) + "\n");
      line.dataset.old = i < 0 ? "    " : String(i + 1).padStart(4);
      line.dataset.new = j < 0 ? "    " : String(j + 1).padStart(4);
      pre.append(line);
    });
    gap();
    if (rows.every(r => r[0] === " ")) pre.replaceChildren(el("span", "gap", "The two texts are equal.\n"));
    highlight(pre);
    return pre;
  }

  function differences() {
    const code = document.getElementById("code-text");
    if (!code) return;
    const own = [...code.children].map(l => l.textContent.replace(/\n$/, ""));
    const buttons = [...document.querySelectorAll("button.differ")];
    let shown = null;
    for (const b of buttons) b.addEventListener("click", async () => {
      const on = b.getAttribute("aria-pressed") !== "true";
      for (const x of buttons) x.setAttribute("aria-pressed", "false");
      if (shown) shown.remove();
      shown = null;
      code.hidden = on;
      if (!on) return;
      b.setAttribute("aria-pressed", "true");
      shown = el("div");
      try {
        const other = await text(b);
        if (b.getAttribute("aria-pressed") !== "true") return;
        shown.append(el("p", "note", "\u2212 only in " + b.textContent + "; + only in this rollout."), difference(other, own));
      } catch (e) { shown.append(el("p", "note warning", e.message)); }
      code.after(shown);
    });
  }

  // ---- tables ----

  function value(cell) {
    const v = cell.dataset.v ?? cell.textContent;
    const number = Number(v);
    return v === "NA" || v === "" ? null : Number.isFinite(number) ? number : v;
  }

  // Missing values stay last in either direction.
  function order(x, y, down) {
    if (x === null || y === null) return (x === null) - (y === null);
    const by = typeof x === "number" && typeof y === "number" ? x - y : String(x).localeCompare(String(y), undefined, { numeric: true });
    return down ? -by : by;
  }

  function headings(table, sorted) {
    [...table.tHead.rows[0].cells].forEach((th, column) => {
      const b = el("button");
      b.type = "button";
      b.append(...th.childNodes);
      if (b.querySelector("a")) { th.append(...b.childNodes); return; }
      th.append(b);
      b.addEventListener("click", () => {
        const down = th.getAttribute("aria-sort") === "ascending";
        for (const x of table.tHead.rows[0].cells) x.removeAttribute("aria-sort");
        th.setAttribute("aria-sort", down ? "descending" : "ascending");
        sorted(column, down);
      });
    });
  }

  function sortable(table) {
    headings(table, (column, down) => {
      const rows = [...table.tBodies[0].rows];
      rows.sort((a, b) => order(value(a.cells[column]), value(b.cells[column]), down));
      table.tBodies[0].append(...rows);
    });
  }

  // ---- the rollouts of a run ----

  const SHOWN = 100, PARTS = 5;
  const columns = ["rollout_id", "task", "task_id", "step", "turn", "sample", "outcome", "speedup", "speedup_lower", "speedup_upper", "runtime_us", "mean_logprob"];
  const AT = Object.fromEntries(columns.map((c, i) => [c, i]));
  const visible = columns.filter(c => c !== "task_id");

  function shown(v) {
    if (v === null) return "NA";
    if (typeof v !== "number" || Number.isInteger(v)) return String(v);
    const size = Math.abs(v);
    return size >= 1000 ? v.toFixed(0) : Number(v.toPrecision(4)).toString();
  }

  function list(box) {
    const run = box.dataset.run, total = Number(box.dataset.total), nParts = Number(box.dataset.parts);
    const rows = [];
    let loaded = 0, page = 0, sort = null, bin = null;
    const table = el("table", "sorts");
    table.setAttribute("aria-label", "Rollouts");
    const head = table.createTHead().insertRow();
    for (const c of visible) { const th = el("th", c === "task" || c === "outcome" ? "" : "n", c.replaceAll("_", " ")); th.scope = "col"; head.append(th); }
    const body = table.createTBody();
    headings(table, (column, down) => { sort = { column: AT[visible[column]], down }; page = 0; draw(); });

    const controls = el("div", "controls");
    const field = (label, input) => { const l = el("label"); l.append(label, input); controls.append(l); input.addEventListener("input", () => { page = 0; draw(); }); return input; };
    const select = (label) => { const s = el("select"); s.append(new Option("all", "")); return field(label, s); };
    const number = (label) => { const i = el("input"); i.type = "number"; i.step = "any"; return field(label, i); };
    const task = select("task"), outcome = select("outcome"), step = number("step"), least = number("speedup above");
    const status = el("span", "status");
    status.setAttribute("role", "status");
    const button = (name, press) => { const b = el("button", "", name); b.type = "button"; b.addEventListener("click", press); controls.append(b); return b; };
    const clear = button("Clear", () => { for (const f of [task, outcome, step, least]) f.value = ""; press(null); page = 0; draw(); });
    const before = button("Previous", () => { page--; draw(); }), after = button("Next", () => { page++; draw(); });
    const more = button("Load more", () => fill(loaded + PARTS));
    controls.append(status);

    function press(next) {
      bin = next;
      for (const b of document.querySelectorAll("button.bin")) b.setAttribute("aria-pressed", String(b === next));
    }
    for (const b of document.querySelectorAll("button.bin")) b.addEventListener("click", () => { press(bin === b ? null : b); page = 0; draw(); box.scrollIntoView({ block: "start" }); });

    function passes(r) {
      if (task.value && r[AT.task] !== task.value) return false;
      if (outcome.value && r[AT.outcome] !== outcome.value) return false;
      if (step.value !== "" && r[AT.step] !== Number(step.value)) return false;
      if (least.value !== "" && !(r[AT.speedup] > Number(least.value))) return false;
      return !bin || (r[AT.speedup] !== null && r[AT.speedup] > Number(bin.dataset.low) && r[AT.speedup] <= Number(bin.dataset.high));
    }

    function link(href, name) { const a = el("a", "", name); a.href = href; return a; }

    function draw() {
      const found = rows.filter(passes);
      if (sort) found.sort((a, b) => order(a[sort.column], b[sort.column], sort.down));
      const pages = Math.max(1, Math.ceil(found.length / SHOWN));
      page = Math.min(Math.max(page, 0), pages - 1);
      body.replaceChildren(...found.slice(page * SHOWN, (page + 1) * SHOWN).map(r => {
        const tr = el("tr");
        for (const c of visible) {
          const v = r[AT[c]], td = el("td", v !== null ? (typeof v === "number" ? "n" : "") : c === "task" || c === "outcome" ? "na" : "na n", undefined);
          if (c === "rollout_id") td.append(link(root() + "sample/" + Math.floor(v / 1000) + "/" + v + ".html", v));
          else if (c === "task") td.append(link(root() + "group/" + run + "-" + r[AT.task_id] + "-" + r[AT.step] + ".html", v));
          else { td.textContent = shown(v); if (c === "outcome" && v !== null) td.className = v === "measured" ? "o good" : "o bad"; }
          tr.append(td);
        }
        return tr;
      }));
      status.textContent = found.length + " of " + rows.length + (rows.length < total ? " loaded, " + total + " in all" : " rollouts") + ", page " + (page + 1) + " of " + pages;
      before.disabled = page === 0;
      after.disabled = page + 1 >= pages;
      more.hidden = loaded >= nParts;
      clear.disabled = ![task, outcome, step, least].some(f => f.value !== "") && !bin;
    }

    function options(select, name) {
      const have = new Set([...select.options].map(o => o.value));
      const fresh = [...new Set(rows.map(r => r[AT[name]]))].filter(v => !have.has(v));
      for (const v of fresh.sort((a, b) => order(a, b, false))) select.append(new Option(v, v));
    }

    async function fill(until) {
      try {
        for (; loaded < Math.min(until, nParts); loaded++) {
          await load(root() + "list/" + run + "-" + loaded + ".js");
          for (const r of parts.get(run + "-" + loaded) ?? []) rows.push(r);
          parts.delete(run + "-" + loaded);
        }
      } catch (e) { box.append(el("p", "note warning", e.message)); return; }
      options(task, "task");
      options(outcome, "outcome");
      const wide = box.querySelector(".wide");
      if (!table.isConnected) { wide.replaceChildren(table); wide.before(controls); }
      draw();
    }

    function follow(chosen) { step.value = chosen; page = 0; draw(); box.scrollIntoView({ block: "start" }); }
    for (const a of document.querySelectorAll("a[data-step]")) a.addEventListener("click", e => { e.preventDefault(); follow(a.dataset.step); });
    fill(PARTS);
  }

  // ---- the rest ----

  function folds() {
    for (const d of document.querySelectorAll("details.text")) d.addEventListener("toggle", async () => {
      if (!d.open || d.querySelector("pre")) return;
      const pre = el("pre", "plain", "...");
      pre.tabIndex = 0;
      d.append(pre);
      try { pre.textContent = (await text(d)) || "(empty)"; } catch (e) { pre.textContent = e.message; }
    });
    const open = () => { const d = location.hash && document.getElementById(location.hash.slice(1)); if (d && d.localName === "details") d.open = true; };
    addEventListener("hashchange", open);
    open();
  }

  // "kernel.cu:12:5: error" leads to line 12.
  function logs() {
    const log = document.querySelector("pre.log");
    if (!log || !document.getElementById("L1")) return;
    const out = [];
    for (const line of log.textContent.split("\n").slice(0, 2000)) {
      const m = /^(.*?[:(])(\d+)([:),].*)$/.exec(line);
      if (m && document.getElementById("L" + m[2])) { const a = el("a", "", m[2]); a.href = "#L" + m[2]; out.push(m[1], a, m[3] + "\n"); }
      else out.push(line + "\n");
    }
    log.replaceChildren(...out);
  }

  // A wide table scrolls: the keyboard reaches it, and a reader hears what it is.
  function regions() {
    for (const wide of document.querySelectorAll("div.wide")) {
      const heading = wide.closest("section") && wide.closest("section").querySelector("h2");
      const name = wide.querySelector("caption") || heading || document.querySelector("h1");
      wide.tabIndex = 0;
      wide.setAttribute("role", "region");
      wide.setAttribute("aria-label", name ? name.textContent : "Table");
    }
    for (const value of document.querySelectorAll(".record li")) if (value.scrollHeight > value.clientHeight + 1) value.tabIndex = 0;
  }

  function keys() {
    const beside = document.querySelector("p.beside");
    if (beside) beside.append(" ", el("span", "hint", "Keys: j next, k previous, u all of this prompt"));
    addEventListener("keydown", e => {
      if (e.ctrlKey || e.metaKey || e.altKey || /^(input|select|textarea)$/.test(e.target.localName)) return;
      const go = { j: 'a[rel="next"]', k: 'a[rel="prev"]', u: ".trail li:nth-last-child(2) a" }[e.key];
      const a = go && document.querySelector(go);
      if (a) a.click();
    });
  }

  document.documentElement.classList.add("script");
  document.addEventListener("DOMContentLoaded", () => {
    const code = document.getElementById("code-text");
    if (code) number(code);
    document.querySelectorAll("table.sorts").forEach(sortable);
    document.querySelectorAll("div.list").forEach(list);
    folds();
    logs();
    differences();
    if (code) highlight(code);
    regions();
    keys();
    const again = document.querySelector("[data-again]");
    if (again) setTimeout(() => { if (!document.querySelector("button[aria-pressed='true']") && scrollY < 200) location.reload(); }, 1000 * again.dataset.again);
  });
  return {
    texts(more) { for (const key of Object.keys(more)) texts.set(key, more[key]); },
    part(run, n, rows) { parts.set(run + "-" + n, rows); },
  };
})();
