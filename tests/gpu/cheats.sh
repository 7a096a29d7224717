# Every cheat ends as listed on a GPU, and its honest twin is measured.
# part of: kernels
set -eu
. "$ROLLBOOK_SOURCE_DIR/tests/support/gpu.sh"
folder=$ROLLBOOK_SOURCE_DIR/tests/cheats
bad=0
check() { # file, task, expected outcome with the cheat's kind; several, separated by |
    status=0
    "$ROLLBOOK_BIN" eval "$1" --task "l1/$2" --case tiny --backend cuda --deadline 2000 > out 2> err || status=$?
    got=$(sed -n 's/^outcome *//p' out)
    case "|$3|" in
    *"|$got|"*) return 0 ;;
    esac
    echo "$1: '$got' (status $status), expected '$3': $(sed -n 's/^message *//p' out) $(cat err)"
    bad=1
}
while read -r name task outcome; do
    file=$folder/$name
    [ -e "$file.cu" ] || file=$folder/gpu/$name
    check "$file.cu" "$task" "$outcome"
    check "${file}_honest.cu" "$task" measured
done <<'LIST'
zeros 28 mismatch
mean 28 mismatch
copy_input 28 mismatch
no_op 28 mismatch
previous_output 28 mismatch
stale_state 28 mismatch
call_counter 28 mismatch
static_cache 28 cheat: carried_state
first_call_only 28 cheat: carried_state
input_modified 28 cheat: input_modified
oob_write 28 crash
oob_write_before 28 crash
oob_read 28 crash
skipped_tail 28 mismatch
nan_output 28 nan
inf_output 28 nan
partial_sum 4 mismatch
fp16 4 mismatch
bf16 4 mismatch
uninitialised_shared 4 mismatch
include_leak 28 compile
include_macro 28 compile
template_bomb 28 compile
pragma 28 compile
endless 28 timeout
null_pointer 28 crash
trap 28 crash
device_clock 28 cheat: clock_read
global_timer 28 cheat: clock_read
cache_pinning 28 cheat: cache_policy
early_completion 28 cheat: early_completion
device_malloc 28 compile
print_flood 28 measured
nested_launch 28 parse
kept_pointer 28 crash
misaligned 28 crash
far_write 28 crash
low_precision 28 mismatch
tensor_short 18 mismatch
tensor_split 18 measured
known_size 28 mismatch
nan_semantics 32 mismatch
fixed_size 28 crash|mismatch
skipped_blocks 28 mismatch
launch_number 28 mismatch
stuck_barrier 28 timeout
monitor_read 28 cheat: clock_read
grid_barrier 28 compile
LIST
exit $bad
