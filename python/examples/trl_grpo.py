#!/usr/bin/env python3
"""GRPO by TRL with Rollbook's reward, on a processor: trl_grpo.py [STEPS [STUDY.db]]

The model is made here: two layers of random weights over bytes, so nothing is downloaded and nothing useful is learnt.
What the script shows is the wiring: a dataset column names the task, `rollbook.trl.reward` evaluates every completion,
and each one is a row of the database with its prompt, token ids, verdict and reward.

Needs: pip install trl torch transformers datasets
"""

import sys
import tempfile

import rollbook
import rollbook.trl


def tiny_model():
    """A causal model and a tokenizer over bytes."""
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers
    from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    words = ["<pad>", "<eos>", *alphabet]
    tokenizer = Tokenizer(models.BPE(vocab={w: i for i, w in enumerate(words)}, merges=[]))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    fast = PreTrainedTokenizerFast(tokenizer_object=tokenizer, pad_token="<pad>", eos_token="<eos>",
                                   padding_side="left")
    config = LlamaConfig(vocab_size=len(words), hidden_size=32, intermediate_size=64, num_hidden_layers=2,
                         num_attention_heads=2, num_key_value_heads=2, max_position_embeddings=512, pad_token_id=0,
                         eos_token_id=1, bos_token_id=None)
    return LlamaForCausalLM(config), fast


def main(steps, path):
    from datasets import Dataset
    from transformers import set_seed
    from trl import GRPOConfig, GRPOTrainer
    set_seed(42)
    model, tokenizer = tiny_model()
    tasks = ["l1/19", "l1/28"]
    dataset = Dataset.from_list([{"prompt": f"Write a kernel for {t}.", "task": t} for t in tasks * 4])
    with rollbook.open(path) as db:
        with db.run("trl-grpo", strategy="grpo", model="tiny random bytes", seed=42) as run, \
                tempfile.TemporaryDirectory() as folder:
            reward = rollbook.trl.reward("stages", task="task", case="tiny", run=run)
            args = GRPOConfig(output_dir=folder, max_steps=steps, per_device_train_batch_size=4, num_generations=4,
                              max_completion_length=24, logging_steps=1, save_strategy="no", report_to=[],
                              use_cpu=True, bf16=False, seed=42, disable_tqdm=True)
            trainer = GRPOTrainer(model=model, processing_class=tokenizer, reward_funcs=[reward], args=args,
                                  train_dataset=dataset)
            trainer.train()
            for entry in trainer.state.log_history:
                if "loss" in entry:
                    run.log_metrics(entry["step"], {k: v for k, v in entry.items() if isinstance(v, (int, float))})
        rows = db.sql("SELECT task, count(*) AS rollouts, sum(correct) AS right FROM v_rollout GROUP BY task")
        print(f"{trainer.state.global_step} steps; stored: {list(rows)}")
    return trainer


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20, sys.argv[2] if len(sys.argv) > 2 else "study.db")
