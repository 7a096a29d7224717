/*
 * rollbook_half.h - fp16 and bf16: storage types, conversions with round to nearest even, arithmetic.
 *
 * Stands for cuda_fp16.h and cuda_bf16.h.  Every operation rounds once from float, as the device does.
 */
static inline unsigned short rb_float_to_half(float f)
{
    unsigned int x, sign, mag;
    __builtin_memcpy(&x, &f, 4);
    sign = (x >> 16) & 0x8000u;
    mag = x & 0x7fffffffu;
    if (mag > 0x7f800000u)
        return (unsigned short)(sign | 0x7fffu);
    if (mag >= 0x477ff000u) /* 65520 and above round to infinity */
        return (unsigned short)(sign | 0x7c00u);
    if (mag < 0x38800000u) { /* below 2^-14: subnormal, exact sum with 0.5 aligns the bits */
        float a;
        unsigned int bits;
        __builtin_memcpy(&a, &mag, 4);
        a += 0.5f;
        __builtin_memcpy(&bits, &a, 4);
        return (unsigned short)(sign | (bits - 0x3f000000u));
    }
    mag += 0xfffu + ((mag >> 13) & 1u);
    return (unsigned short)(sign | ((mag - 0x38000000u) >> 13));
}
static inline float rb_half_to_float(unsigned short h)
{
    unsigned int sign = (unsigned int)(h & 0x8000u) << 16, mag = h & 0x7fffu, x;
    float f;
    if (mag >= 0x7c00u) {
        x = sign | 0x7f800000u | (mag & 0x3ffu) << 13;
    } else if (mag >= 0x400u) {
        x = sign | ((mag << 13) + 0x38000000u);
    } else {
        f = (float)mag * 5.9604644775390625e-8f;
        __builtin_memcpy(&x, &f, 4);
        x |= sign;
    }
    __builtin_memcpy(&f, &x, 4);
    return f;
}
static inline unsigned short rb_float_to_bf16(float f)
{
    unsigned int x;
    __builtin_memcpy(&x, &f, 4);
    if ((x & 0x7fffffffu) > 0x7f800000u)
        return 0x7fffu;
    return (unsigned short)((x + 0x7fffu + ((x >> 16) & 1u)) >> 16);
}
static inline float rb_bf16_to_float(unsigned short h)
{
    unsigned int x = (unsigned int)h << 16;
    float f;
    __builtin_memcpy(&f, &x, 4);
    return f;
}

#define RB_HALF(H, H2, FROM, TO)                                                                   \
    struct H {                                                                                     \
        unsigned short bits;                                                                       \
        H() = default;                                                                             \
        H(float f) : bits(FROM(f)) {}                                                              \
        H(double f) : bits(FROM((float)f)) {}                                                      \
        H(int f) : bits(FROM((float)f)) {}                                                         \
        operator float() const { return TO(bits); }                                                \
        H &operator+=(H b) { return *this = H((float)*this + (float)b); }                          \
        H &operator-=(H b) { return *this = H((float)*this - (float)b); }                          \
        H &operator*=(H b) { return *this = H((float)*this * (float)b); }                          \
        H &operator/=(H b) { return *this = H((float)*this / (float)b); }                          \
    };                                                                                             \
    struct __attribute__((aligned(4))) H2 { H x, y; };                                             \
    static inline H operator+(H a, H b) { return H((float)a + (float)b); }                         \
    static inline H operator-(H a, H b) { return H((float)a - (float)b); }                         \
    static inline H operator*(H a, H b) { return H((float)a * (float)b); }                         \
    static inline H operator/(H a, H b) { return H((float)a / (float)b); }                         \
    static inline H operator-(H a) { return H(-(float)a); }                                        \
    static inline bool operator<(H a, H b) { return (float)a < (float)b; }                         \
    static inline bool operator>(H a, H b) { return (float)a > (float)b; }                         \
    static inline bool operator<=(H a, H b) { return (float)a <= (float)b; }                       \
    static inline bool operator>=(H a, H b) { return (float)a >= (float)b; }                       \
    static inline bool operator==(H a, H b) { return (float)a == (float)b; }                       \
    static inline bool operator!=(H a, H b) { return (float)a != (float)b; }                       \
    static inline H2 operator+(H2 a, H2 b) { return H2{a.x + b.x, a.y + b.y}; }                    \
    static inline H2 operator-(H2 a, H2 b) { return H2{a.x - b.x, a.y - b.y}; }                    \
    static inline H2 operator*(H2 a, H2 b) { return H2{a.x * b.x, a.y * b.y}; }                    \
    static inline H __hadd(H a, H b) { return a + b; }                                             \
    static inline H __hsub(H a, H b) { return a - b; }                                             \
    static inline H __hmul(H a, H b) { return a * b; }                                             \
    static inline H __hdiv(H a, H b) { return a / b; }                                             \
    static inline H __hneg(H a) { return -a; }                                                     \
    static inline H __habs(H a) { return H(__builtin_fabsf((float)a)); }                           \
    static inline H __hmax(H a, H b) { return H(fmaxf((float)a, (float)b)); }            \
    static inline H __hmin(H a, H b) { return H(fminf((float)a, (float)b)); }            \
    static inline H __hfma(H a, H b, H c)                                                          \
    {                                                                                              \
        return H((float)((double)(float)a * (double)(float)b + (double)(float)c));                 \
    }                                                                                              \
    static inline bool __hlt(H a, H b) { return a < b; }                                           \
    static inline bool __hgt(H a, H b) { return a > b; }                                           \
    static inline bool __hle(H a, H b) { return a <= b; }                                          \
    static inline bool __hge(H a, H b) { return a >= b; }                                          \
    static inline bool __heq(H a, H b) { return a == b; }                                          \
    static inline bool __hisnan(H a) { return __builtin_isnan((float)a); }                         \
    static inline H hexp(H a) { return H(__builtin_expf((float)a)); }                              \
    static inline H hlog(H a) { return H(__builtin_logf((float)a)); }                              \
    static inline H hsqrt(H a) { return H(__builtin_sqrtf((float)a)); }                            \
    static inline H hrsqrt(H a) { return H(1.0f / __builtin_sqrtf((float)a)); }                    \
    static inline H hrcp(H a) { return H(1.0f / (float)a); }                                       \
    static inline H2 __hadd2(H2 a, H2 b) { return a + b; }                                         \
    static inline H2 __hsub2(H2 a, H2 b) { return a - b; }                                         \
    static inline H2 __hmul2(H2 a, H2 b) { return a * b; }                                         \
    static inline H2 __hfma2(H2 a, H2 b, H2 c)                                                     \
    {                                                                                              \
        return H2{__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)};                                   \
    }                                                                                              \
    static inline H2 __hmax2(H2 a, H2 b) { return H2{__hmax(a.x, b.x), __hmax(a.y, b.y)}; }        \
    static inline H2 __hmin2(H2 a, H2 b) { return H2{__hmin(a.x, b.x), __hmin(a.y, b.y)}; }        \
    static inline H __low2half(H2 a) { return a.x; }                                               \
    static inline H __high2half(H2 a) { return a.y; }                                              \
    static inline float __low2float(H2 a) { return (float)a.x; }                                   \
    static inline float __high2float(H2 a) { return (float)a.y; }

RB_HALF(__half, __half2, rb_float_to_half, rb_half_to_float)
RB_HALF(__nv_bfloat16, __nv_bfloat162, rb_float_to_bf16, rb_bf16_to_float)
#undef RB_HALF
typedef __half half;
typedef __half2 half2;
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

static inline __half __float2half(float x) { return __half(x); }
static inline __half __float2half_rn(float x) { return __half(x); }
static inline __half __double2half(double x) { return __half(x); }
static inline __half __int2half_rn(int x) { return __half((float)x); }
static inline float __half2float(__half x) { return (float)x; }
static inline int __half2int_rn(__half x) { return (int)__builtin_rintf((float)x); }
static inline __half2 __float2half2_rn(float x) { return __half2{__half(x), __half(x)}; }
static inline __half2 __floats2half2_rn(float x, float y) { return __half2{__half(x), __half(y)}; }
static inline __half2 __float22half2_rn(float2 v) { return __half2{__half(v.x), __half(v.y)}; }
static inline float2 __half22float2(__half2 v) { return float2{(float)v.x, (float)v.y}; }
static inline __half2 __half2half2(__half x) { return __half2{x, x}; }
static inline __half2 __halves2half2(__half x, __half y) { return __half2{x, y}; }
static inline __half2 make_half2(__half x, __half y) { return __half2{x, y}; }
static inline unsigned short __half_as_ushort(__half x) { return x.bits; }
static inline __half __ushort_as_half(unsigned short x) { __half h; h.bits = x; return h; }
static inline __nv_bfloat16 __float2bfloat16(float x) { return __nv_bfloat16(x); }
static inline __nv_bfloat16 __float2bfloat16_rn(float x) { return __nv_bfloat16(x); }
static inline float __bfloat162float(__nv_bfloat16 x) { return (float)x; }
static inline __nv_bfloat162 __floats2bfloat162_rn(float x, float y)
{
    return __nv_bfloat162{__nv_bfloat16(x), __nv_bfloat16(y)};
}
