"""Writes a GGUF file again with 8-bit weights: python requantise.py IN.gguf OUT.gguf (needs gguf, numpy)

The matrices become Q8_0; what llama.cpp holds in 32 bits (norms, biases) stays in 32 bits.
"""

import sys
from pathlib import Path

import numpy as np
from gguf import GGMLQuantizationType, GGUFReader, GGUFValueType, GGUFWriter, dequantize, quantize

LEFT_OUT = ("GGUF.", "general.architecture", "general.file_type")
Q8_0_FILE = 7


def main(source: str, out: str) -> None:
    reader = GGUFReader(source)
    architecture = reader.fields["general.architecture"].contents()
    part = Path(out).with_suffix(".part")
    writer = GGUFWriter(part, architecture)
    writer.add_file_type(Q8_0_FILE)
    for name, field in reader.fields.items():
        if name.startswith(LEFT_OUT):
            continue
        inner = field.types[-1] if field.types[0] == GGUFValueType.ARRAY else None
        writer.add_key_value(name, field.contents(), field.types[0], sub_type=inner)
    for tensor in reader.tensors:
        weights = np.asarray(dequantize(tensor.data, tensor.tensor_type), dtype=np.float32)
        if len(tensor.shape) == 2:
            kind = GGMLQuantizationType.Q8_0
            writer.add_tensor(tensor.name, quantize(weights, kind), raw_dtype=kind)
        else:
            writer.add_tensor(tensor.name, weights)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    part.rename(out)


main(*sys.argv[1:])
