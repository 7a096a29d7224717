"""browser.py - a Chromium without a screen, driven through its WebDriver; nothing but the standard library."""
import base64
import json
import os
import shutil
import subprocess
import tempfile
import time
import urllib.error
import urllib.request


def installed():
    """Why there is no browser, or None."""
    for program in ("chromium", "chromedriver"):
        if shutil.which(program) is None:
            return "%s is not installed (Debian: chromium chromium-driver)" % program
    return None


class Browser:
    def __init__(self, width=1280, height=900, script=True, dark=False):
        self.profile = tempfile.mkdtemp()
        self.driver = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.session = None
        for line in self.driver.stdout:
            if "port " in line and "successfully" in line:
                self.base = "http://127.0.0.1:%d" % int(line.split("port ")[1].rstrip(". \n"))
                break
        else:
            raise RuntimeError("chromedriver did not start")
        arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
                     "--force-device-scale-factor=1", "--user-data-dir=" + self.profile, "--window-size=%d,%d" % (width, height),
                     "--disable-background-networking", "--no-first-run"]
        if dark:
            arguments.append("--blink-settings=preferredColorScheme=0")
        options = {"args": arguments}
        if not script:
            options["prefs"] = {"profile.managed_default_content_settings.javascript": 2}
        made = self.ask("POST", "/session", {"capabilities": {"alwaysMatch": {
            "browserName": "chrome", "goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}}})
        self.session = "/session/" + made["sessionId"]

    def ask(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(error.read().decode()[:500]) from None

    def open(self, url):
        self.ask("POST", self.session + "/url", {"url": url})

    def run(self, script, *arguments):
        return self.ask("POST", self.session + "/execute/sync", {"script": script, "args": list(arguments)})

    def wait(self, script, seconds=20):
        """Until the script gives something true."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            value = self.run(script)
            if value:
                return value
            time.sleep(0.05)
        raise RuntimeError("waited in vain for: " + script)

    def click(self, css):
        found = self.ask("POST", self.session + "/element", {"using": "css selector", "value": css})
        self.ask("POST", self.session + "/element/%s/click" % next(iter(found.values())), {})

    def hover(self, css):
        found = self.ask("POST", self.session + "/element", {"using": "css selector", "value": css})
        self.ask("POST", self.session + "/actions", {"actions": [{"type": "pointer", "id": "mouse", "actions": [
            {"type": "pointerMove", "duration": 0, "x": 0, "y": 0, "origin": found}]}]})

    def keys(self, text):
        actions = [{"type": kind, "value": c} for c in text for kind in ("keyDown", "keyUp")]
        self.ask("POST", self.session + "/actions", {"actions": [{"type": "key", "id": "keys", "actions": actions}]})

    def size(self, width, height):
        self.ask("POST", self.session + "/window/rect", {"width": width, "height": height})

    def log(self):
        """What the console said since the last call."""
        return [entry["message"] for entry in self.ask("POST", self.session + "/se/log", {"type": "browser"})
                if "favicon" not in entry["message"]]

    def picture(self, path, width, height=None):
        """Of the window, or of the whole page."""
        self.size(width, 900)
        if height is None:
            height = min(int(self.run("return document.documentElement.scrollHeight")) + 150, 6000)
        self.size(width, height)
        with open(path, "wb") as out:
            out.write(base64.b64decode(self.ask("GET", self.session + "/screenshot")))

    def close(self):
        if self.session:
            try:
                self.ask("DELETE", self.session)
            except (RuntimeError, OSError):
                pass
        self.driver.terminate()
        self.driver.wait()
        shutil.rmtree(self.profile, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def address(path):
    return "file://" + os.path.abspath(path)
