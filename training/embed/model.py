"""The student: token table → neighbours → mean over tokens → a small network. No attention."""

import torch
from torch import nn


class Student(nn.Module):
    def __init__(self, tokens: int, size: int) -> None:
        super().__init__()
        self.table = nn.Embedding(tokens, size)
        self.near = nn.Conv1d(size, size, 3, padding=1, groups=size)
        self.inner = nn.Linear(size, 2 * size)
        self.outer = nn.Linear(2 * size, size)
        nn.init.zeros_(self.near.weight), nn.init.zeros_(self.near.bias), nn.init.zeros_(self.outer.weight), nn.init.zeros_(self.outer.bias)

    def forward(self, input_ids: torch.Tensor, attention_mask: torch.Tensor) -> torch.Tensor:
        """[B, T] ids and 0/1 mask → [B, size], not normalised. Padding never changes a row."""
        mask = attention_mask.unsqueeze(-1).to(self.table.weight.dtype)
        x = self.table(input_ids) * mask
        x = (x + torch.tanh(self.near(x.transpose(1, 2)).transpose(1, 2))) * mask
        pooled = x.sum(1) / mask.sum(1).clamp(min=1)
        # The mean of many small vectors is small: bring it to length 1 before the network.
        pooled = pooled / pooled.norm(dim=1, keepdim=True).clamp(min=1e-6)
        return pooled + self.outer(torch.relu(self.inner(pooled)))
