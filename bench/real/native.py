"""Native peers of peers.mjs: faster-whisper, and onnxruntime for texts. Prints JSON: milliseconds and processor seconds.

    python native.py speech CT2_FOLDER BEAM FILE…      # int8, two threads; BEAM 1 is greedy, 5 its default
    python native.py texts MODEL_FOLDER < texts.json   # MODEL_FOLDER/onnx/model_quantized.onnx, arrays of 32
    python native.py score REFERENCES < found.json     # word error rates of {name: {file: text}}; [{file, text}]
    python native.py words CT2_FOLDER AUDIO FOUND.json # words that FOUND of speech.mjs has lost, and errors of their times
"""

import difflib
import json
import re
import resource
import statistics
import sys
import time

THREADS = 2
BATCH = 32
# Shorter gaps between segments are pauses of a speaker.
SHORTEST_GAP = 1


def cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def speech(folder: str, beam: str, *files: str) -> list[dict]:
    from faster_whisper import WhisperModel

    model = WhisperModel(folder, device="cpu", compute_type="int8", cpu_threads=THREADS)
    options = {"beam_size": int(beam)}
    if beam == "1":
        options |= {"temperature": 0.0, "condition_on_previous_text": False}
    list(model.transcribe(files[0], beam_size=1)[0])
    found = []
    for file in files:
        started, spent = time.perf_counter(), cpu()
        segments, info = model.transcribe(file, **options)
        text = "".join(segment.text for segment in segments).strip()
        wall = (time.perf_counter() - started) * 1000
        found.append({"text": text, "seconds": info.duration, "wall": wall, "cpu": cpu() - spent})
    return found


def texts(folder: str) -> dict:
    import numpy as np
    import onnxruntime
    from tokenizers import Tokenizer

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = THREADS
    path = f"{folder}/onnx/model_quantized.onnx"
    session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
    tokenizer = Tokenizer.from_file(f"{folder}/tokenizer.json")
    tokenizer.enable_padding()
    tokenizer.enable_truncation(256)

    def embed(some: list[str]) -> None:
        encoded = tokenizer.encode_batch(some)
        ids = np.array([one.ids for one in encoded], np.int64)
        mask = np.array([one.attention_mask for one in encoded], np.int64)
        inputs = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        (states,) = session.run(None, inputs)
        mean = (states * mask[..., None]).sum(1) / mask.sum(1, keepdims=True)
        mean /= np.linalg.norm(mean, axis=1, keepdims=True)

    given = json.load(sys.stdin)
    embed(given[:BATCH])
    started, spent = time.perf_counter(), cpu()
    for at in range(0, len(given), BATCH):
        embed(given[at : at + BATCH])
    return {"wall": (time.perf_counter() - started) * 1000, "cpu": cpu() - spent}


def score(path: str) -> dict:
    import jiwer
    from whisper_normalizer.english import EnglishTextNormalizer

    with open(path) as file:
        references = {one["file"].split("/")[-1]: one["text"] for one in json.load(file)}
    normalise = EnglishTextNormalizer()

    def rate(found: dict) -> dict:
        errors = words = 0
        for name, text in found.items():
            if name not in references:
                continue
            got = jiwer.process_words(normalise(references[name]), normalise(text))
            errors += got.substitutions + got.insertions + got.deletions
            words += got.substitutions + got.deletions + got.hits
        return {"errors": errors, "words": words}

    return {name: rate(found) for name, found in json.load(sys.stdin).items()}


def words(folder: str, audio: str, path: str) -> dict:
    from faster_whisper import WhisperModel

    with open(path) as file:
        found = json.load(file)
    model = WhisperModel(folder, device="cpu", compute_type="int8", cpu_threads=THREADS)
    count, lost, errors = 0, [], []
    for name, ours in found.items():
        segments, _ = model.transcribe(f"{audio}/{name}", beam_size=1, word_timestamps=True, condition_on_previous_text=False)
        theirs = [word for segment in segments for word in segment.words]
        count += len(theirs)
        edges = [0, *(edge for s in ours["segments"] for edge in (s["start"], s["end"])), ours["duration"]]
        for start, end in zip(edges[::2], edges[1::2]):
            inside = [word.word for word in theirs if start < (word.start + word.end) / 2 < end]
            if end - start > SHORTEST_GAP and len(inside) > 1:
                lost += [f"{name} {start:.1f}:{''.join(inside)}"] * len(inside)
        plain = [[re.sub(r"[\W_]", "", text.lower()) for text in both] for both in ([w["word"] for w in ours.get("words", [])], [w.word for w in theirs])]
        for a, b, same in difflib.SequenceMatcher(None, *plain, autojunk=False).get_matching_blocks():
            errors += [abs(ours["words"][a + k]["start"] - theirs[b + k].start) for k in range(same)]
    errors.sort()
    middle, p95 = (statistics.median(errors), errors[int(0.95 * len(errors))]) if errors else (0, 0)
    return {"words": count, "lost": len(lost), "gaps": sorted(set(lost)), "compared": len(errors), "median": round(middle, 3), "p95": round(p95, 3)}


print(json.dumps({"speech": speech, "texts": texts, "score": score, "words": words}[sys.argv[1]](*sys.argv[2:])))
