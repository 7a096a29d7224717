/*
 * rollbook_std.h - what kernels take from <limits>, <type_traits>, <utility> and <algorithm>.
 *
 * Included textually where a kernel file names std, for processors and for the run-time compiler of
 * GPUs.  Everything here is constexpr and freestanding.
 */
#ifdef ROLLBOOK_CPU_BACKEND
#define RB_STD
#define RB_IS_INTEGRAL(T) rb_integral<T>::value
#define RB_INFINITE(T, SUFFIX, BITS) __builtin_inf##SUFFIX()
#define RB_QUIET(T, SUFFIX, BITS) __builtin_nan##SUFFIX("")
#else
#define RB_STD __host__ __device__
#define RB_IS_INTEGRAL(T) (rb_check::integral<T>::value != 0)
#define RB_INFINITE(T, SUFFIX, BITS) __builtin_bit_cast(T, BITS)
#define RB_QUIET(T, SUFFIX, BITS) __builtin_bit_cast(T, BITS)
typedef decltype(nullptr) nullptr_t;
#define SCHAR_MIN (-128)
#define SHRT_MIN (-32768)
#define ULONG_MAX 18446744073709551615UL
#define ULLONG_MAX 18446744073709551615ULL
#define __FLT_MANT_DIG__ 24
#define __FLT_MIN__ 1.17549435082228750797e-38F
#define __FLT_MAX__ 3.40282346638528859812e+38F
#define __FLT_EPSILON__ 1.19209289550781250000e-7F
#define __FLT_DENORM_MIN__ 1.40129846432481707092e-45F
#define __DBL_MANT_DIG__ 53
#define __DBL_MIN__ 2.22507385850720138309e-308
#define __DBL_MAX__ 1.79769313486231570815e+308
#define __DBL_EPSILON__ 2.22044604925031308085e-16
#define __DBL_DENORM_MIN__ 4.94065645841246544177e-324
#endif
namespace std {
typedef ::size_t size_t;
typedef ::nullptr_t nullptr_t;
typedef ::int32_t int32_t;
typedef ::uint32_t uint32_t;
typedef ::int64_t int64_t;
typedef ::uint64_t uint64_t;

template <class T, T V> struct integral_constant {
    static constexpr T value = V;
    typedef T value_type;
    RB_STD constexpr operator T() const { return V; }
};
typedef integral_constant<bool, true> true_type;
typedef integral_constant<bool, false> false_type;
template <bool B> using bool_constant = integral_constant<bool, B>;
template <class A, class B> struct is_same : false_type {};
template <class A> struct is_same<A, A> : true_type {};
template <class A, class B> inline constexpr bool is_same_v = is_same<A, B>::value;
template <bool B, class T = void> struct enable_if {};
template <class T> struct enable_if<true, T> { typedef T type; };
template <bool B, class T = void> using enable_if_t = typename enable_if<B, T>::type;
template <bool B, class T, class F> struct conditional { typedef T type; };
template <class T, class F> struct conditional<false, T, F> { typedef F type; };
template <bool B, class T, class F> using conditional_t = typename conditional<B, T, F>::type;
template <class T> struct remove_const { typedef T type; };
template <class T> struct remove_const<const T> { typedef T type; };
template <class T> struct remove_volatile { typedef T type; };
template <class T> struct remove_volatile<volatile T> { typedef T type; };
template <class T> struct remove_cv { typedef typename remove_const<typename remove_volatile<T>::type>::type type; };
template <class T> using remove_cv_t = typename remove_cv<T>::type;
template <class T> using remove_const_t = typename remove_const<T>::type;
template <class T> struct remove_reference { typedef T type; };
template <class T> struct remove_reference<T &> { typedef T type; };
template <class T> struct remove_reference<T &&> { typedef T type; };
template <class T> using remove_reference_t = typename remove_reference<T>::type;
template <class T> struct remove_pointer { typedef T type; };
template <class T> struct remove_pointer<T *> { typedef T type; };
template <class T> using remove_pointer_t = typename remove_pointer<T>::type;
template <class T> using decay_t = remove_cv_t<remove_reference_t<T>>;
template <class T> struct is_pointer : false_type {};
template <class T> struct is_pointer<T *> : true_type {};
template <class T> struct is_floating_point : bool_constant<is_same_v<remove_cv_t<T>, float> || is_same_v<remove_cv_t<T>, double>> {};
template <class T> struct is_integral : bool_constant<RB_IS_INTEGRAL(remove_cv_t<T>)> {};
template <class T> struct is_arithmetic : bool_constant<is_integral<T>::value || is_floating_point<T>::value> {};
template <class T> struct is_signed : bool_constant<is_floating_point<T>::value || (is_integral<T>::value && T(-1) < T(0))> {};
template <class T> struct is_unsigned : bool_constant<is_integral<T>::value && !is_signed<T>::value> {};
template <class T> inline constexpr bool is_pointer_v = is_pointer<T>::value;
template <class T> inline constexpr bool is_floating_point_v = is_floating_point<T>::value;
template <class T> inline constexpr bool is_integral_v = is_integral<T>::value;
template <class T> inline constexpr bool is_arithmetic_v = is_arithmetic<T>::value;
template <class T> inline constexpr bool is_signed_v = is_signed<T>::value;
template <class T> inline constexpr bool is_unsigned_v = is_unsigned<T>::value;

template <class T> struct numeric_limits { static constexpr bool is_specialized = false; };
#define RB_LIMITS(T, LEAST, MOST, IS_SIGNED)                                                       \
    template <> struct numeric_limits<T> {                                                         \
        static constexpr bool is_specialized = true, is_integer = true, is_signed = IS_SIGNED;     \
        static constexpr bool has_infinity = false, has_quiet_NaN = false;                         \
        static constexpr int digits = (int)sizeof(T) * 8 - (IS_SIGNED ? 1 : 0);                    \
        static RB_STD constexpr T min() { return LEAST; }                                          \
        static RB_STD constexpr T lowest() { return LEAST; }                                       \
        static RB_STD constexpr T max() { return MOST; }                                           \
        static RB_STD constexpr T epsilon() { return 0; }                                          \
    };
RB_LIMITS(bool, false, true, false)
RB_LIMITS(char, SCHAR_MIN, SCHAR_MAX, true)
RB_LIMITS(signed char, SCHAR_MIN, SCHAR_MAX, true)
RB_LIMITS(unsigned char, 0, UCHAR_MAX, false)
RB_LIMITS(short, SHRT_MIN, SHRT_MAX, true)
RB_LIMITS(unsigned short, 0, USHRT_MAX, false)
RB_LIMITS(int, INT_MIN, INT_MAX, true)
RB_LIMITS(unsigned int, 0, UINT_MAX, false)
RB_LIMITS(long, LONG_MIN, LONG_MAX, true)
RB_LIMITS(unsigned long, 0, ULONG_MAX, false)
RB_LIMITS(long long, LLONG_MIN, LLONG_MAX, true)
RB_LIMITS(unsigned long long, 0, ULLONG_MAX, false)
#undef RB_LIMITS
#define RB_LIMITS(T, P, SUFFIX, INFINITE_BITS, QUIET_BITS)                                         \
    template <> struct numeric_limits<T> {                                                         \
        static constexpr bool is_specialized = true, is_integer = false, is_signed = true;         \
        static constexpr bool has_infinity = true, has_quiet_NaN = true;                           \
        static constexpr int digits = __##P##_MANT_DIG__;                                          \
        static RB_STD constexpr T min() { return __##P##_MIN__; }                                  \
        static RB_STD constexpr T lowest() { return -__##P##_MAX__; }                              \
        static RB_STD constexpr T max() { return __##P##_MAX__; }                                  \
        static RB_STD constexpr T epsilon() { return __##P##_EPSILON__; }                          \
        static RB_STD constexpr T infinity() { return RB_INFINITE(T, SUFFIX, INFINITE_BITS); }     \
        static RB_STD constexpr T quiet_NaN() { return RB_QUIET(T, SUFFIX, QUIET_BITS); }          \
        static RB_STD constexpr T denorm_min() { return __##P##_DENORM_MIN__; }                    \
    };
RB_LIMITS(float, FLT, f, 0x7f800000, 0x7fc00000)
RB_LIMITS(double, DBL, , 0x7ff0000000000000ll, 0x7ff8000000000000ll)
#undef RB_LIMITS

#ifdef ROLLBOOK_CPU_BACKEND /* the run-time compiler has these two itself */
template <class T> RB_STD constexpr remove_reference_t<T> &&move(T &&v) { return (remove_reference_t<T> &&)v; }
template <class T> RB_STD constexpr T &&forward(remove_reference_t<T> &v) { return (T &&)v; }
#endif
template <class T> RB_STD constexpr void swap(T &a, T &b)
{
    T old = a;
    a = b;
    b = old;
}
template <class T> RB_STD constexpr const T &min(const T &a, const T &b) { return b < a ? b : a; }
template <class T> RB_STD constexpr const T &max(const T &a, const T &b) { return a < b ? b : a; }
template <class T> RB_STD constexpr const T &clamp(const T &v, const T &least, const T &most)
{
    return v < least ? least : most < v ? most : v;
}
template <class I, class T> RB_STD constexpr void fill(I first, I last, const T &v)
{
    for (; first != last; ++first)
        *first = v;
}
template <class I, class O> RB_STD constexpr O copy(I first, I last, O out)
{
    for (; first != last; ++first, ++out)
        *out = *first;
    return out;
}
template <class A, class B> struct pair {
    A first;
    B second;
};
using ::fabs;
using ::floor;
using ::ceil;
using ::exp;
using ::log;
using ::sqrt;
using ::pow;
using ::sin;
using ::cos;
using ::tanh;
}
