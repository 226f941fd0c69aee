"""Writes the guide's questions for `npm run eval:models`: held-out phrasings, other phrasings, unknowns.

    python write_eval.py --out ../../bench/data/guide-eval.json
"""

import argparse
import json
import random
from pathlib import Path

from data import HERE, Unknowns, load_intents, roughen

MORE_UNKNOWN = """who painted the starry night
how do I change a bicycle tyre
what is the boiling point of water
write a poem about autumn
how many goals did pele score
what should I cook tonight
is it going to rain tomorrow
what's 43 times 12
why do cats purr
explain the french revolution
who is the ceo of apple
how do I tie a tie
best places to visit in italy
convert 10 miles to kilometers
what year did the berlin wall fall
tell me about black holes
how can I lose weight
what does serendipity mean
give me a workout plan
who won the world cup in 2010
how do vaccines work
my dog is sick, what can I do
write a cover letter for a nurse
what are good names for a baby
how long should I boil an egg""".splitlines()


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    rng = random.Random(11)
    intents = load_intents()
    by_id = {i.id: i for i in intents}
    known = [{"id": i.id, "set": "held out", "question": q, "facts": i.facts} for i in intents for q in rng.sample(i.held_out, min(4, len(i.held_out)))]
    for line in (HERE / "other-phrasings.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            name, _, question = line.partition(": ")
            known.append({"id": name, "set": "other", "question": question, "facts": by_id[name].facts})
    unknowns = Unknowns(held_out=True)
    unknown = MORE_UNKNOWN + [roughen(unknowns.question(rng), rng) for _ in range(100 - len(MORE_UNKNOWN))]
    args.out.write_text(json.dumps({"known": known, "unknown": unknown}, indent=0, ensure_ascii=False))
    print(len(known), "known,", len(unknown), "unknown")


if __name__ == "__main__":
    main()
