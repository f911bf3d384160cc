"""A network that a baseline has learnt, as a policy that `gridhall score` takes.

    python baselines/imitation.py phase_shift --seconds 60 --save trained.pt
    gridhall score baselines/trained.py --game phase_shift --tier small --seed 7

It plays trained.pt of the folder that it is called from, or the file that TRAINED names.
"""

import os
import sys
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).parent))  # `score` reads this file from anywhere
from network import Planner

FILE = os.environ.get("TRAINED", "trained.pt")
if not Path(FILE).is_file():
    sys.exit(f"there is no {FILE}; `python baselines/imitation.py phase_shift --save {FILE}` makes one")
NETWORK = Planner.read(FILE)
torch.set_num_threads(1)


def policy(seen: dict[str, NDArray[Any]], mask: NDArray[np.bool_]) -> int:
    """The likeliest of the legal actions."""
    with torch.no_grad():
        logits = NETWORK(torch.from_numpy(seen["planes"][None]))[0][0]
    return int(logits.masked_fill(~torch.from_numpy(np.asarray(mask, np.bool_)), -1e9).argmax())
