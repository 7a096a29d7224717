/*
 * cuda_prelude.h - put before the text of a kernel file for the run-time compiler, which has no
 * headers of the C library: names of types and limits, and the check of launch arguments.  printf
 * does nothing: what a kernel prints is nobody's to read, and printing takes time.
 */
#ifndef _CUDA_STD_CSTDINT /* where the toolkit has not declared them */
typedef signed char int8_t;
typedef unsigned char uint8_t;
typedef short int16_t;
typedef unsigned short uint16_t;
typedef int int32_t;
typedef unsigned int uint32_t;
#ifdef _CUDA_PIPELINE_HELPERS_H_ /* which declares some, so */
typedef long long int64_t, intptr_t;
typedef unsigned long long uint64_t, uintptr_t;
#else
typedef long int64_t, intptr_t;
typedef unsigned long uint64_t, uintptr_t;
#endif
#endif
typedef long ptrdiff_t;
typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
#ifndef NULL
#define NULL nullptr
#endif
#define CHAR_BIT 8
#define SCHAR_MAX 127
#define UCHAR_MAX 255
#define SHRT_MAX 32767
#define USHRT_MAX 65535
#define INT_MAX 2147483647
#define INT_MIN (-2147483647 - 1)
#define UINT_MAX 4294967295U
#define LONG_MAX 9223372036854775807L
#define LONG_MIN (-9223372036854775807L - 1L)
#define LLONG_MAX 9223372036854775807LL
#define LLONG_MIN (-9223372036854775807LL - 1LL)
#define UINT8_MAX 255
#define UINT16_MAX 65535
#define UINT32_MAX 4294967295U
#define INT32_MAX 2147483647
#define INT32_MIN (-2147483647 - 1)
#define INT64_MAX 9223372036854775807L
#define UINT64_MAX 18446744073709551615UL
#define FLT_MAX 3.402823466e+38F
#define FLT_MIN 1.175494351e-38F
#define FLT_EPSILON 1.192092896e-07F
#define DBL_MAX 1.7976931348623158e+308
#define DBL_MIN 2.2250738585072014e-308
#define DBL_EPSILON 2.2204460492503131e-16
#ifndef INFINITY
#define INFINITY __int_as_float(0x7f800000)
#endif
#ifndef NAN
#define NAN __int_as_float(0x7fffffff)
#endif
#ifndef HUGE_VALF
#define HUGE_VALF INFINITY
#endif
#ifndef CUDART_INF_F
#define CUDART_INF_F __int_as_float(0x7f800000)
#define CUDART_NAN_F __int_as_float(0x7fffffff)
#endif
#define M_E 2.7182818284590452354
#define M_LOG2E 1.4426950408889634074
#define M_LN2 0.69314718055994530942
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_1_PI 0.31830988618379067154
#define M_2_SQRTPI 1.12837916709551257390
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440

namespace rb_check
{
template <class... A> __device__ inline int quiet(const char *, A...) { return 0; }
template <class A, class B> struct same { enum { value = 0 }; };
template <class A> struct same<A, A> { enum { value = 1 }; };
template <class T> struct bare { typedef T type; };
template <class T> struct bare<const T> { typedef T type; };
template <class T> struct bare<volatile T> { typedef T type; };
template <class T> struct bare<const volatile T> { typedef T type; };
template <class T> struct pointee { enum { is = 0 }; typedef void type; };
template <class T> struct pointee<T *> { enum { is = 1 }; typedef typename bare<T>::type type; };
template <class T> struct base { typedef T type; };
template <> struct base<float2> { typedef float type; };
template <> struct base<float3> { typedef float type; };
template <> struct base<float4> { typedef float type; };
template <> struct base<double2> { typedef double type; };
template <> struct base<int2> { typedef int type; };
template <> struct base<int4> { typedef int type; };
template <> struct base<uint2> { typedef int type; };
template <> struct base<uint4> { typedef int type; };
template <> struct base<unsigned int> { typedef int type; };
template <> struct base<bool> { typedef unsigned char type; };
template <> struct base<char> { typedef unsigned char type; };
template <> struct base<signed char> { typedef unsigned char type; };
template <> struct base<char4> { typedef unsigned char type; };
template <> struct base<uchar4> { typedef unsigned char type; };
template <> struct base<longlong2> { typedef long type; };
template <> struct base<ulonglong2> { typedef long type; };
template <> struct base<unsigned long> { typedef long type; };
template <> struct base<long long> { typedef long type; };
template <> struct base<unsigned long long> { typedef long type; };
template <class T> struct integral { enum { value = 0 }; };
template <> struct integral<bool> { enum { value = 1 }; };
template <> struct integral<char> { enum { value = 1 }; };
template <> struct integral<signed char> { enum { value = 1 }; };
template <> struct integral<unsigned char> { enum { value = 1 }; };
template <> struct integral<short> { enum { value = 1 }; };
template <> struct integral<unsigned short> { enum { value = 1 }; };
template <> struct integral<int> { enum { value = 1 }; };
template <> struct integral<unsigned int> { enum { value = 1 }; };
template <> struct integral<long> { enum { value = 1 }; };
template <> struct integral<unsigned long> { enum { value = 1 }; };
template <> struct integral<long long> { enum { value = 1 }; };
template <> struct integral<unsigned long long> { enum { value = 1 }; };

struct number {}; /* an expression of the plan */
struct half_bits {}; /* a buffer of fp16; accepted as __half or as its bits */
template <class Arg, class Param> struct fits {
    typedef typename pointee<Param>::type to;
    enum { value = pointee<Param>::is && (same<typename base<to>::type, Arg>::value || same<to, void>::value) };
};
template <class Param> struct fits<number, Param> { enum { value = integral<typename bare<Param>::type>::value }; };
template <class Param> struct fits<half_bits, Param> {
    enum { value = pointee<Param>::is && (sizeof(typename pointee<Param>::type) & 1) == 0 };
};
template <class... A> struct list {};
template <class... P> __device__ list<P...> parameters(void (*)(P...));
template <int N, class Params> struct count { enum { value = 0 }; };
template <int N, class... P> struct count<N, list<P...>> { enum { value = N == sizeof...(P) }; };
/* One that is missing is told by the number of arguments. */
template <int I, class A, class Params> struct fits_at { enum { value = 1 }; };
template <class A, class P, class... Ps> struct fits_at<0, A, list<P, Ps...>> { enum { value = fits<A, P>::value }; };
template <int I, class A, class P, class... Ps> struct fits_at<I, A, list<P, Ps...>> : fits_at<I - 1, A, list<Ps...>> {};
}
#define printf(...) rb_check::quiet(__VA_ARGS__)
