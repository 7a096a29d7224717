# Operations and bytes of imported problems: recurrent layers, and models that read their own numbers while they are made.
. "$ROLLBOOK_SOURCE_DIR/tests/support/torch.sh"
"$ROLLBOOK_PYTHON" -c 'from torch.utils.flop_counter import FlopCounterMode' 2>/dev/null || {
    echo "the torch of $ROLLBOOK_PYTHON has no counter of operations (2.1 and later have)"
    exit 77
}
problem() { # NUMBER_NAME MODEL INPUT
    printf 'import torch\nclass Model(torch.nn.Module):\n    def __init__(self):\n        super().__init__()\n        %s\n    def forward(self, x):\n        return self.f(x)%s\ndef get_inputs():\n    return [torch.rand(%s)]\ndef get_init_inputs():\n    return []\n' \
        "$2" "$4" "$3" >"work/$1.py"
}
mkdir work
problem 1_LSTM 'self.f = torch.nn.LSTM(8, 16, 2, batch_first=True, bidirectional=True)' '4, 5, 8' '[0]'
problem 2_GRU 'self.f = torch.nn.GRU(8, 16)' '512, 4, 8' '[1]'
problem 3_Reads 'self.f = torch.nn.Linear(4, 4, bias=torch.linspace(0, 1, 3)[1].item() > 1)' '2, 4' ''
expect_status 0 task import-kernelbench work --suite work --db t.db
"$ROLLBOOK_BIN" sql --db t.db --format csv "SELECT name, flops, bytes FROM task ORDER BY problem_id" | tail -n +2 >got
# 2 x rows x numbers of the weight matrices; inputs, weights and outputs in single precision.
cat >want <<'END'
1_LSTM,368640,42112
2_GRU,4718592,70784
3_Reads,64,128
END
cmp -s got want || fail "$(cat got)"
[ "$failures" -eq 0 ]
