/*
 * rollbook_std.h - what kernels take from <limits>, <type_traits>, <utility> and <algorithm>.
 *
 * Included textually where a kernel file names std.  Everything here is constexpr and freestanding.
 */
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
    constexpr operator T() const { return V; }
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
template <class T> struct is_integral : bool_constant<rb_integral<remove_cv_t<T>>::value> {};
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
        static constexpr T min() { return LEAST; }                                                 \
        static constexpr T lowest() { return LEAST; }                                              \
        static constexpr T max() { return MOST; }                                                  \
        static constexpr T epsilon() { return 0; }                                                 \
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
#define RB_LIMITS(T, P, INFINITE, QUIET)                                                           \
    template <> struct numeric_limits<T> {                                                         \
        static constexpr bool is_specialized = true, is_integer = false, is_signed = true;         \
        static constexpr bool has_infinity = true, has_quiet_NaN = true;                           \
        static constexpr int digits = __##P##_MANT_DIG__;                                          \
        static constexpr T min() { return __##P##_MIN__; }                                         \
        static constexpr T lowest() { return -__##P##_MAX__; }                                     \
        static constexpr T max() { return __##P##_MAX__; }                                         \
        static constexpr T epsilon() { return __##P##_EPSILON__; }                                 \
        static constexpr T infinity() { return INFINITE; }                                         \
        static constexpr T quiet_NaN() { return QUIET; }                                           \
        static constexpr T denorm_min() { return __##P##_DENORM_MIN__; }                           \
    };
RB_LIMITS(float, FLT, __builtin_inff(), __builtin_nanf(""))
RB_LIMITS(double, DBL, __builtin_inf(), __builtin_nan(""))
#undef RB_LIMITS

template <class T> constexpr remove_reference_t<T> &&move(T &&v) { return (remove_reference_t<T> &&)v; }
template <class T> constexpr T &&forward(remove_reference_t<T> &v) { return (T &&)v; }
template <class T> constexpr void swap(T &a, T &b)
{
    T old = a;
    a = b;
    b = old;
}
template <class T> constexpr const T &min(const T &a, const T &b) { return b < a ? b : a; }
template <class T> constexpr const T &max(const T &a, const T &b) { return a < b ? b : a; }
template <class T> constexpr const T &clamp(const T &v, const T &least, const T &most)
{
    return v < least ? least : most < v ? most : v;
}
template <class I, class T> constexpr void fill(I first, I last, const T &v)
{
    for (; first != last; ++first)
        *first = v;
}
template <class I, class O> constexpr O copy(I first, I last, O out)
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
