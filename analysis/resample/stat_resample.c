#include "analysis/resample/stat_resample.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/stat/stat_special.h"
#include "analysis/stat/stat_summary.h"
#include "src/base/mem.h"
#include "src/base/parallel.h"

#define BLOCK       256    /* of a task, sharing a stream */
#define CHUNK_CELLS 0x8000 /* sums held by a thread */
#define FRACTION    0x1p40 /* of a rate, summed as a whole number */
#define MOST_TABLES 4096   /* shared by all tasks; beyond, each task makes its own */

enum { STREAM_TASKS, STREAM_RUNS, STREAM_SAMPLES };

/* Binomial draws for the cells first .. first + n_cells; equal rates share a table. */
struct resample_tables {
    size_t n_cells;
    size_t n;
    uint64_t *keys; /* samples << 32 | hits, ascending, unique */
    struct stat_inverse *items;
    uint32_t *of; /* [cell * n_grid + k] */
};

static int by_key(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a;
    uint64_t y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static uint64_t key_of(const struct stat_resample_input *in, size_t cell, size_t k)
{
    return (uint64_t)in->n[cell] << 32 | (uint64_t)in->hits[cell * in->n_grid + k];
}

static struct resample_tables list_tables(const struct stat_resample_input *in, size_t first,
                                          size_t n_cells)
{
    size_t all = n_cells * in->n_grid;
    struct resample_tables t = { .n_cells = n_cells, .keys = mem_array(all + 1, sizeof(*t.keys)) };
    for (size_t i = 0; i < all; i++)
        t.keys[i] = key_of(in, first + i / in->n_grid, i % in->n_grid);
    qsort(t.keys, all, sizeof(*t.keys), by_key);
    for (size_t i = 0; i < all; i++) {
        if (i == 0 || t.keys[i] != t.keys[i - 1])
            t.keys[t.n++] = t.keys[i];
    }
    return t;
}

static void fill_tables(const struct stat_resample_input *in, size_t first,
                        struct resample_tables *t)
{
    t->items = mem_array(t->n + 1, sizeof(*t->items));
    t->of = mem_array(t->n_cells * in->n_grid + 1, sizeof(*t->of));
    for (size_t i = 0; i < t->n; i++) {
        int64_t n = (int64_t)(t->keys[i] >> 32);
        stat_inverse_binomial(&t->items[i], n, (double)(uint32_t)t->keys[i] / (double)n);
    }
    for (size_t i = 0; i < t->n_cells * in->n_grid; i++) {
        uint64_t key = key_of(in, first + i / in->n_grid, i % in->n_grid);
        const uint64_t *found = bsearch(&key, t->keys, t->n, sizeof(key), by_key);
        t->of[i] = (uint32_t)(found - t->keys);
    }
}

static void free_tables(struct resample_tables *t)
{
    for (size_t i = 0; t->items != NULL && i < t->n; i++)
        stat_inverse_release(&t->items[i]);
    free(t->items);
    free(t->keys);
    free(t->of);
}

/* Replicates `from` .. `from + n`, read by all threads. */
struct chunk {
    const struct stat_resample_input *in;
    const struct stat_resample_options *o;
    size_t from, n;
    uint16_t *times;     /* [task * n + r]: how often it was drawn; NULL: once */
    uint16_t *run_times; /* [run * n + r] when crossed */
    bool balanced;       /* as many samples of a task in every replicate */
    size_t width;        /* n_grid sums, then the tasks with a rate */
    size_t n_groups;
    const struct resample_tables *tables;
    int64_t *sums; /* [group][r * width + k] */
};

static void stream_of(struct stat_words *w, const struct chunk *c, uint64_t b, uint64_t kind)
{
    stat_words_open(w, c->o->seed, c->o->analysis, b, kind);
}

static void count_draws(struct stat_words *w, uint32_t n, uint16_t *times, size_t stride)
{
    for (uint32_t i = 0; i < n; i++)
        times[stat_word_below(w, n) * stride]++;
}

static void count_block(void *context, size_t block)
{
    struct chunk *c = context;
    size_t end = (block + 1) * BLOCK < c->n ? (block + 1) * BLOCK : c->n;
    for (size_t r = block * BLOCK; r < end; r++) {
        struct stat_words w;
        stream_of(&w, c, c->from + r, STREAM_TASKS);
        if (c->times != NULL)
            count_draws(&w, (uint32_t)c->in->n_tasks, c->times + r, c->n);
        stream_of(&w, c, c->from + r, STREAM_RUNS);
        if (c->run_times != NULL)
            count_draws(&w, (uint32_t)c->in->n_runs, c->run_times + r, c->n);
    }
}

struct chunk_drawing {
    const struct chunk *chunk;
    struct stat_words words;
    size_t n_cells;
    const size_t *run;
    const int64_t *n;
    const struct stat_inverse *tables;
    const uint32_t *table_of; /* [cell * n_grid + k] */
    int64_t *hits;            /* in a replicate, by k */
    int64_t total;
};

static inline void draw_cell(struct chunk_drawing *d, size_t cell, uint32_t word)
{
    size_t grid = d->chunk->in->n_grid;
    const uint32_t *of = d->table_of + cell * grid;
    uint32_t last = UINT32_MAX;
    uint32_t value = 0;
    for (size_t k = 0; k < grid; k++) {
        if (of[k] != last)
            value = stat_inverse_draw(&d->tables[of[k]], word);
        last = of[k];
        d->hits[k] += value;
    }
    d->total += d->n[cell];
}

static void draw_task(struct chunk_drawing *d, size_t r)
{
    const struct chunk *c = d->chunk;
    switch (c->o->scheme) {
    case STAT_RESAMPLE_HIERARCHICAL:
        /* The high half of word * n_cells picks the run, the low half is a word again. */
        for (size_t i = 0; i < d->n_cells; i++) {
            uint64_t pick = (uint64_t)stat_word(&d->words) * d->n_cells;
            draw_cell(d, (size_t)(pick >> 32), (uint32_t)pick);
        }
        break;
    case STAT_RESAMPLE_CROSSED:
        for (size_t i = 0; i < d->n_cells; i++) {
            for (unsigned w = c->run_times[d->run[i] * c->n + r]; w > 0; w--)
                draw_cell(d, i, stat_word(&d->words));
        }
        break;
    case STAT_RESAMPLE_TASKS:
    case STAT_RESAMPLE_SAMPLES:
        for (size_t i = 0; i < d->n_cells; i++)
            draw_cell(d, i, stat_word(&d->words));
        break;
    }
}

static void add_rates(struct chunk_drawing *d, int64_t *sums)
{
    const struct chunk *c = d->chunk;
    if (d->total == 0)
        return;
    for (size_t k = 0; k < c->in->n_grid; k++) {
        double rate = (double)d->hits[k] / (double)d->total;
        sums[k] += c->balanced ? d->hits[k] : (int64_t)(rate * FRACTION + 0.5);
        d->hits[k] = 0;
    }
    sums[c->in->n_grid]++;
    d->total = 0;
}

static void draw_replicates(struct chunk_drawing *d, size_t task, int64_t *sums)
{
    const struct chunk *c = d->chunk;
    for (size_t r = 0; r < c->n; r++) {
        if (r % BLOCK == 0)
            stream_of(&d->words, c, (uint64_t)task << 32 | (c->from + r) / BLOCK, STREAM_SAMPLES);
        for (unsigned times = c->times == NULL ? 1 : c->times[task * c->n + r]; times > 0;
             times--) {
            draw_task(d, r);
            add_rates(d, sums + r * c->width);
        }
    }
}

static void draw_group(void *context, size_t group)
{
    struct chunk *c = context;
    const struct stat_resample_input *in = c->in;
    int64_t *sums = c->sums + group * c->n * c->width;
    /* Writing first avoids mapping the page twice, the second time on all processors. */
    memset(sums, 0, c->n * c->width * sizeof(*sums));
    for (size_t t = group; t < in->n_tasks; t += c->n_groups) {
        size_t first = in->first[t];
        size_t n_cells = in->first[t + 1] - first;
        struct resample_tables own = { 0 };
        struct chunk_drawing d = { .chunk = c,
                                   .n_cells = n_cells,
                                   .run = in->run + first,
                                   .n = in->n + first,
                                   .hits = mem_array(in->n_grid, sizeof(int64_t)) };
        if (c->tables == NULL) {
            own = list_tables(in, first, n_cells);
            fill_tables(in, first, &own);
        }
        d.tables = c->tables == NULL ? own.items : c->tables->items;
        d.table_of = c->tables == NULL ? own.of : c->tables->of + first * in->n_grid;
        draw_replicates(&d, t, sums);
        free_tables(&own);
        free(d.hits);
    }
}

static bool is_balanced(const struct stat_resample_input *in, bool crossed)
{
    size_t n_cells = crossed ? in->n_runs : in->first[1];
    for (size_t t = 0; t < in->n_tasks; t++) {
        if (in->first[t + 1] - in->first[t] != n_cells)
            return false;
        for (size_t i = in->first[t]; i < in->first[t + 1]; i++) {
            if (in->n[i] != in->n[0])
                return false;
        }
    }
    return true;
}

static void close_chunk(const struct chunk *c, double *out)
{
    const struct stat_resample_input *in = c->in;
    double unit = c->balanced ? (double)(in->n[0] * (int64_t)in->first[1]) : FRACTION;
    for (size_t r = 0; r < c->n; r++) {
        for (size_t k = 0; k < in->n_grid; k++) {
            int64_t sum = 0;
            int64_t tasks = 0;
            for (size_t g = 0; g < c->n_groups; g++) {
                const int64_t *sums = c->sums + (g * c->n + r) * c->width;
                sum += sums[k];
                tasks += sums[in->n_grid];
            }
            out[k * c->o->replicates + c->from + r] =
                tasks == 0 ? STAT_NAN : (double)sum / (unit * (double)tasks);
        }
    }
}

static void resample_chunks(const struct stat_resample_input *in,
                            const struct stat_resample_options *o,
                            const struct resample_tables *tables, double *out)
{
    size_t width = in->n_grid + 1;
    size_t most = CHUNK_CELLS / width / BLOCK * BLOCK;
    size_t threads = (size_t)parallel_threads(o->threads);
    if (most < BLOCK)
        most = BLOCK;
    for (size_t from = 0; from < o->replicates; from += most) {
        struct arena work = { 0 };
        size_t n = o->replicates - from < most ? o->replicates - from : most;
        struct chunk c = {
            .in = in, .o = o, .from = from, .n = n, .width = width, .tables = tables
        };
        c.balanced = is_balanced(in, o->scheme == STAT_RESAMPLE_CROSSED);
        c.n_groups = 2 * threads < in->n_tasks ? 2 * threads : in->n_tasks;
        c.sums = arena_alloc_raw(&work, c.n_groups * n * width * sizeof(*c.sums));
        if (o->scheme != STAT_RESAMPLE_SAMPLES)
            c.times = arena_array(&work, in->n_tasks * n, sizeof(*c.times));
        if (o->scheme == STAT_RESAMPLE_CROSSED)
            c.run_times = arena_array(&work, in->n_runs * n, sizeof(*c.run_times));
        parallel_for((n + BLOCK - 1) / BLOCK, o->threads, count_block, &c);
        parallel_for(c.n_groups, o->threads, draw_group, &c);
        close_chunk(&c, out);
        arena_release(&work);
    }
}

void stat_resample(const struct stat_resample_input *in, const struct stat_resample_options *o,
                   double *out)
{
    if (in->n_tasks == 0 || o->replicates == 0)
        return;
    struct resample_tables tables = list_tables(in, 0, in->first[in->n_tasks]);
    bool shared = tables.n <= MOST_TABLES;
    if (shared)
        fill_tables(in, 0, &tables);
    resample_chunks(in, o, shared ? &tables : NULL, out);
    free_tables(&tables);
}

/*
 * Layers of equal area under exp(-x^2 / 2), for stat_word_normal alone.
 *
 * Marsaglia and Tsang 2000, with 128 layers and Doornik's (2005) constants R = 3.442619855899 and V
 * = 9.91256303526217e-3: x_0 = V / f(R), x_1 = R, f(x_i) = V / x_(i-1) + f(x_(i-1)), x_128 = 0.
 */
#define STAT_ZIGGURAT_LAYERS 128
#define STAT_ZIGGURAT_EDGE   3.442619855899

/* Right end of each layer, widest first. */
static const double stat_ziggurat_edges[STAT_ZIGGURAT_LAYERS + 1] = {
    3.7130862467425505,  3.4426198558990002,  3.2230849845811416,
    3.0832288582168683,  2.9786962526477803,  2.8943440070215289,
    2.8231253505489105,  2.7611693723871769,  2.7061135731218195,
    2.6564064112613597,  2.6109722484318474,  2.5690336259249378,
    2.5300096723888275,  2.4934545220953721,  2.4590181774118305,
    2.4264206455337498,  2.3954342780110625,  2.3658713701176386,
    2.3375752413392368,  2.310413683698763,   2.2842740596774718,
    2.2590595738691985,  2.2346863955909795,  2.2110814088787034,
    2.1881804320760492,  2.1659267937489219,  2.1442701823603953,
    2.1231657086739766,  2.1025731351892385,  2.0824562379920168,
    2.0627822745083084,  2.0435215366550676,  2.0246469733773855,
    2.0061338699634721,  1.9879595741276199,  1.9701032608543265,
    1.9525457295535567,  1.9352692282966228,  1.9182573008645099,
    1.9014946531051511,  1.884967035707759,   1.8686611409944887,
    1.8525645117280911,  1.836665460258446,   1.8209529965961255,
    1.8054167642192285,  1.7900469825998586,  1.7748343955860695,
    1.7597702248995934,  1.7448461281138004,  1.7300541605637305,
    1.7153867407136676,  1.7008366185699169,  1.6863968467791681,
    1.6720607540976009,  1.6578219209540241,  1.6436741568628686,
    1.6296114794706347,  1.615628095043161,   1.6017183802213781,
    1.5878768648905761,  1.5740982160230008,  1.5603772223661689,
    1.5467087798599104,  1.5330878776740433,  1.5195095847659401,
    1.5059690368632033,  1.492461423781354,   1.4789819769899242,
    1.4655259573427108,  1.4520886428892246,  1.4386653166845635,
    1.4252512545140601,  1.4118417124470577,  1.3984319141310053,
    1.3850170377326518,  1.3715922024273426,  1.3581524543301435,
    1.344692751753547,   1.3312079496656273,  1.3176927832094141,
    1.3041418501286168,  1.2905495919261964,  1.2769102735601556,
    1.2632179614546211,  1.2494664995730682,  1.2356494832633627,
    1.2217602305399964,  1.2077917504159497,  1.1937367078331287,
    1.1795873846639882,  1.1653356361647524,  1.1509728421488674,
    1.1364898520131608,  1.1218769225825422,  1.107123647534036,
    1.0922188769072774,  1.0771506248928957,  1.0619059636948243,
    1.0464709007640454,  1.0308302360681956,  1.0149673952513305,
    0.99886423349298359, 0.98250080351542901, 0.9658550794011499,
    0.94890262551130644, 0.93161619661515083, 0.91396525102303228,
    0.89591535258093769, 0.87742742911292337, 0.85845684319381321,
    0.83895221429757738, 0.81885390670035729, 0.79809206064405691,
    0.77658398789475991, 0.75423066445405562, 0.73091191064248884,
    0.70647961133543646, 0.68074791866915463, 0.65347863873997525,
    0.6243585973360507,  0.59296294247144832, 0.55869217840818519,
    0.52065603876206057, 0.47743783729668982, 0.42654798635542351,
    0.36287143109703196, 0.27232086481396467, 0
};

/* Share of a layer that is surely below the curve. */
static const double stat_ziggurat_inside[STAT_ZIGGURAT_LAYERS] = {
    0.92715860260966809, 0.93623028957388921, 0.95660799295292287, 0.96609638454488822,
    0.97168148798278098, 0.97539385218210217, 0.97805411716851776, 0.98006069464048895,
    0.98163153152396454, 0.98289638112718658, 0.98393754566633251, 0.98480987047335344,
    0.98555137923289438, 0.98618930308197361, 0.98674367998678636, 0.98722959781119435,
    0.98765864371032963, 0.98803987015701755, 0.98838045631210891, 0.98868617156930783,
    0.98896170724285448, 0.98921091831302443, 0.98943700254369094, 0.98964263517811046,
    0.98983007159696879, 0.99000122651835243, 0.99015773578346966, 0.99030100505080254,
    0.99043224853369438, 0.99055252008432182, 0.99066273833585672, 0.99076370718921958,
    0.99085613262097194, 0.99094063656071807, 0.99101776841657896, 0.99108801469971874,
    0.99115180710216499, 0.99120952930818496, 0.99126152276245516, 0.99130809157396138,
    0.99134950669991539, 0.99138600952667588, 0.9914178149430195,  0.99144511398384472,
    0.99146807610853294, 0.99148685116701207, 0.99150157109748349, 0.9915123513923666,
    0.99151929236293068, 0.99152248022806455, 0.99152198804846459, 0.99151787652404422,
    0.99151019466943868, 0.99149898038000517, 0.99148426089860509, 0.9914660531916395,
    0.99144436424122284, 0.99141919125900113, 0.99139052182587151, 0.99135833396074968,
    0.99132259612049656, 0.99128326713214987, 0.9912402960576856,  0.991193621990624,
    0.99114317378289896, 0.99108886969948096, 0.99103061699728945, 0.99096831142390407,
    0.99090183663049125, 0.99083106349214667, 0.9907558493275227,  0.99067603700809548,
    0.99059145394572945, 0.99050191094523621, 0.99040720090638834, 0.99030709735723799,
    0.99020135279756305, 0.99008969682771364, 0.98997183403395694, 0.98984744159647786,
    0.98971616658035255, 0.98957762286281981, 0.98943138764184679, 0.98927699746094222,
    0.98911394367309524, 0.9889416672520418,  0.98875955284124373, 0.98856692190915973,
    0.98836302485260341, 0.98814703185694575, 0.98791802228090508, 0.98767497228253098,
    0.98741674033883642, 0.98714205023059953, 0.98684947096108866, 0.98653739294616549,
    0.98620399964423899, 0.98584723357553894, 0.98546475539408995, 0.98505389429899071,
    0.98461158757103473, 0.98413430634945731, 0.98361796385447464, 0.98305780101683371,
    0.98244824275257281, 0.98178271570611264, 0.98105341485447561, 0.98025100142276667,
    0.97936420732745055, 0.97837931059633121, 0.97727942988529215, 0.97604356093863154,
    0.97464523783007639, 0.97305063687522453, 0.97121583268629852, 0.9690827290502092,
    0.96657285378538182, 0.96357758631187951, 0.95994217656590097, 0.95543841882869618,
    0.94971534788091627, 0.9422042060159378,  0.93191932674895062, 0.91699279707169312,
    0.89341051972459762, 0.85071654937943442, 0.75046102138899429, 0
};

void stat_words_open(struct stat_words *w, uint64_t seed, enum stat_analysis analysis, uint64_t b,
                     uint64_t c)
{
    rng_init(&w->g, seed, RNG_BOOTSTRAP, (uint64_t)analysis, b, c);
    w->at = STAT_WORDS;
}

void stat_words_more(struct stat_words *w)
{
    rng_fill(&w->g, w->words, STAT_WORDS);
    w->at = 0;
}

static double normal_tail(struct stat_words *w, bool negative)
{
    double x;
    double y;
    do {
        x = log(1.0 - stat_word_double(w)) / STAT_ZIGGURAT_EDGE;
        y = log(1.0 - stat_word_double(w));
    } while (-2.0 * y < x * x);
    return negative ? x - STAT_ZIGGURAT_EDGE : STAT_ZIGGURAT_EDGE - x;
}

/* For words that the ziggurat does not accept at once; NaN: draw again. */
static double normal_edge(struct stat_words *w, double u, uint32_t i)
{
    double x = u * stat_ziggurat_edges[i];
    if (i == 0)
        return normal_tail(w, u < 0.0);
    double upper = exp(-0.5 * (stat_ziggurat_edges[i] * stat_ziggurat_edges[i] - x * x));
    double lower = exp(-0.5 * (stat_ziggurat_edges[i + 1] * stat_ziggurat_edges[i + 1] - x * x));
    return lower + stat_word_double(w) * (upper - lower) < 1.0 ? x : (double)NAN;
}

static inline double draw_normal(struct stat_words *w)
{
    for (;;) {
        /* 53 bits are the place; 7 others the layer. */
        uint64_t high = stat_word(w);
        uint64_t bits = high << 32 | stat_word(w);
        double u = (double)(int64_t)(bits >> 11) * 0x1p-52 - 1.0;
        uint32_t i = (uint32_t)bits % STAT_ZIGGURAT_LAYERS;
        if (fabs(u) < stat_ziggurat_inside[i])
            return u * stat_ziggurat_edges[i];
        double x = normal_edge(w, u, i);
        if (!isnan(x))
            return x;
    }
}

double stat_word_normal(struct stat_words *w)
{
    return draw_normal(w);
}

static struct stat_gamma gamma_of(double shape)
{
    double d = shape - 1.0 / 3.0;
    return (struct stat_gamma){ shape, d, shape < 1.0 ? 0.0 : 1.0 / sqrt(9.0 * d) };
}

/* Marsaglia and Tsang (2000), for shapes from 1 on. */
static double draw_gamma(struct stat_words *w, const struct stat_gamma *g)
{
    for (;;) {
        double z = draw_normal(w);
        double v = 1.0 + g->c * z;
        if (!(v > 0.0))
            continue;
        v = v * v * v;
        double u = ((double)stat_word(w) + 0.5) * 0x1p-32;
        double square = z * z;
        if (u < 1.0 - 0.0331 * square * square || log(u) < 0.5 * square + g->d * (1.0 - v + log(v)))
            return g->d * v;
    }
}

/* 1/2: half a squared normal; others: a larger shape's draw times the power of a uniform. */
static double draw_small_gamma(struct stat_words *w, double shape)
{
    double z = stat_word_normal(w);
    if (!(shape < 0.5) && !(shape > 0.5))
        return 0.5 * z * z;
    double u = 1.0 - stat_word_double(w);
    return stat_word_gamma(w, shape + 1.0) * pow(u, 1.0 / shape);
}

double stat_word_gamma(struct stat_words *w, double shape)
{
    struct stat_gamma g = gamma_of(shape);
    return shape < 1.0 ? draw_small_gamma(w, shape) : draw_gamma(w, &g);
}

struct stat_beta stat_beta_of(double a, double b)
{
    return (struct stat_beta){ gamma_of(a), gamma_of(b) };
}

double stat_word_beta_of(struct stat_words *w, const struct stat_beta *beta)
{
    double x = beta->a.shape < 1.0 ? draw_small_gamma(w, beta->a.shape) : draw_gamma(w, &beta->a);
    double y = beta->b.shape < 1.0 ? draw_small_gamma(w, beta->b.shape) : draw_gamma(w, &beta->b);
    double sum = x + y;
    return sum > 0.0 ? x / sum : 0.5;
}

#define DRAWN_BY_ONE 64

/* P(h + 1) / P(h) */
static double rise(const struct stat_halving *x, int64_t h)
{
    return (double)(x->marked - h) * (double)(x->half - h) /
           ((double)(h + 1) * (double)(x->n - x->marked - x->half + h + 1));
}

struct stat_halving stat_halving_of(int64_t n, int64_t marked, int64_t half, struct arena *arena)
{
    struct stat_halving x = { n, marked, half, 0, 0, NULL };
    if (n < DRAWN_BY_ONE)
        return x;
    int64_t rest = n - marked - half;
    int64_t least = rest < 0 ? -rest : 0;
    int64_t most = half < marked ? half : marked;
    int64_t mode = (int64_t)((double)half / (double)n * (double)marked);
    int64_t low = mode = mode < least ? least : mode > most ? most : mode;
    int64_t high = mode;
    double sum = 1.0;
    for (double p = 1.0; high < most && p > 1e-18 * sum; sum += p)
        p *= rise(&x, high++);
    for (double p = 1.0; low > least && p > 1e-18 * sum; sum += p)
        p /= rise(&x, --low);
    x.low = low;
    x.size = (size_t)(high - low) + 1;
    x.upto = arena_array(arena, x.size, sizeof(*x.upto));
    x.upto[mode - low] = 1.0 / sum;
    for (int64_t h = mode; h < high; h++)
        x.upto[h + 1 - low] = x.upto[h - low] * rise(&x, h);
    for (int64_t h = mode; h > low; h--)
        x.upto[h - 1 - low] = x.upto[h - low] / rise(&x, h - 1);
    for (size_t i = 1; i < x.size; i++)
        x.upto[i] += x.upto[i - 1];
    return x;
}

int64_t stat_word_halving(struct stat_words *w, const struct stat_halving *x)
{
    int64_t hits = 0;
    size_t from = 0;
    double u = x->upto == NULL ? 0.0 : stat_word_double(w);
    for (size_t to = x->upto == NULL ? 0 : x->size - 1; from < to;) {
        size_t middle = from + (to - from) / 2;
        if (x->upto[middle] > u)
            to = middle;
        else
            from = middle + 1;
    }
    if (x->upto != NULL)
        return x->low + (int64_t)from;
    for (int64_t i = 0; i < x->half; i++)
        hits += (int64_t)stat_word_below(w, (uint32_t)(x->n - i)) < x->marked - hits;
    return hits;
}

void stat_bootstrap_stream(struct rng *g, uint64_t seed, enum stat_analysis analysis,
                           uint64_t replicate)
{
    rng_init(g, seed, RNG_BOOTSTRAP, (uint64_t)analysis, replicate, 0);
}

static int64_t binomial_by_search(struct rng *g, int64_t n, double p)
{
    double ratio = p / (1.0 - p);
    double mass = pow(1.0 - p, (double)n);
    double u = rng_double(g);
    int64_t k = 0;
    while (u > mass && k < n) {
        u -= mass;
        mass *= ratio * (double)(n - k) / (double)(k + 1);
        k++;
    }
    return k;
}

/* Transformed rejection (Hormann 1993, BTRS) for n p >= 10 and p <= 1/2. */
static int64_t binomial_by_rejection(struct rng *g, int64_t n, double p)
{
    double size = (double)n;
    double sd = sqrt(size * p * (1.0 - p));
    double b = 1.15 + 2.53 * sd;
    double a = -0.0873 + 0.0248 * b + 0.01 * p;
    double centre = size * p + 0.5;
    double sure = 0.92 - 4.2 / b;
    double scale = (2.83 + 5.1 / b) * sd;
    double mode = floor((size + 1.0) * p);
    double log_odds = log(p / (1.0 - p));
    for (;;) {
        double u = rng_double(g) - 0.5;
        double v = 1.0 - rng_double(g);
        double edge = 0.5 - fabs(u);
        double k = floor((2.0 * a / edge + b) * u + centre);
        if (!(k >= 0.0) || !(k <= size))
            continue;
        if (edge >= 0.07 && v <= sure)
            return (int64_t)k;
        double log_ratio =
            stat_log_choose(size, k) - stat_log_choose(size, mode) + (k - mode) * log_odds;
        if (log(v * scale / (a / (edge * edge) + b)) <= log_ratio)
            return (int64_t)k;
    }
}

int64_t stat_draw_binomial(struct rng *g, int64_t n, double p)
{
    if (!(p > 0.0) || n <= 0)
        return 0;
    if (p >= 1.0)
        return n;
    if (p > 0.5)
        return n - stat_draw_binomial(g, n, 1.0 - p);
    return (double)n * p < 10.0 ? binomial_by_search(g, n, p) : binomial_by_rejection(g, n, p);
}

struct interval stat_percentile_interval(double *values, size_t n, double level)
{
    stat_sort(values, n);
    while (n > 0 && isnan(values[n - 1]))
        n--;
    double tail = 0.5 * (1.0 - level);
    return (struct interval){ stat_quantile_sorted(values, n, tail),
                              stat_quantile_sorted(values, n, 1.0 - tail) };
}
