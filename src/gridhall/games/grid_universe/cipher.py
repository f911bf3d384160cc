"""Sealed orders: a level's objective as a sentence in cipher, for the message of a level that redacts it."""

from gridhall.rng import Dice

# Sentences for each objective. No two of different objectives have words of the same lengths, so that even a cipher
# that keeps blanks tells them apart.
ORDERS: dict[str, tuple[str, ...]] = {
    "default": ("COLLECT EVERY CORE AND THEN STAND ON THE EXIT", "GATHER ALL THE CORES BEFORE YOU GO TO THE EXIT"),
    "exit": ("STAND ON THE EXIT AND LEAVE ALL ELSE ALONE", "FORGET THE CORES AND RUN FOR THE EXIT"),
    "collect": ("COLLECT EVERY CORE AND NEVER MIND THE EXIT", "GATHER ALL THE CORES THERE ARE AND NO MORE"),
    "unlock": ("OPEN EVERY LOCKED DOOR WITH ITS OWN KEY", "UNLOCK ALL THE DOORS AND TAKE NOTHING BUT KEYS"),
    "push": ("PUSH EVERY BOX ONTO THE TILE OF AN EXIT", "BRING ALL BOXES TO THE EXITS BY PUSHING THEM"),
}
CIPHERS = ("caesar", "rails", "vigenere", "substitution")  # from the easiest to break to the hardest
STRENGTHS = (1, 2, 3)  # 1: the message names cipher and key, 2: only the cipher, 3: neither
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
RAILS = (2, 5)  # fewest and most
KEY_LETTERS = 3  # of a vigenere key


def seal(dice: Dice, objective: str, cipher: str, strength: int) -> str:
    """The message that tells an objective in a cipher, its key drawn from the dice."""
    key = draw_key(dice, cipher)
    text = encipher(dice.pick(ORDERS[objective]), cipher, key)
    hint = {1: f"{cipher.capitalize()}, key {key}: ", 2: f"{cipher.capitalize()}: ", 3: ""}[strength]
    return hint + text


def draw_key(dice: Dice, cipher: str) -> str:
    """A key: the letter that stands for A, the number of rails, a word of letters, or the alphabet in another order."""
    if cipher == "caesar":
        return ALPHABET[1 + dice.below(25)]
    if cipher == "rails":
        return str(RAILS[0] + dice.below(RAILS[1] - RAILS[0] + 1))
    letters = list(ALPHABET)
    dice.shuffle(letters)
    return "".join(letters[:KEY_LETTERS] if cipher == "vigenere" else letters)


def encipher(text: str, cipher: str, key: str) -> str:
    """Put a text of capital letters and blanks into cipher."""
    if cipher == "rails":  # blanks would show the rails: groups of five instead
        letters = text.replace(" ", "")
        mixed = "".join(letters[at] for at in _rails(len(letters), int(key)))
        return " ".join(mixed[at : at + 5] for at in range(0, len(mixed), 5))
    if cipher == "substitution":
        return text.translate(str.maketrans(ALPHABET, key))
    return _shift(text, key, 1)


def decipher(text: str, cipher: str, key: str) -> str:
    """The text that was put into cipher; of rails without its blanks."""
    if cipher == "rails":
        mixed = text.replace(" ", "")
        plain = [""] * len(mixed)
        for letter, at in zip(mixed, _rails(len(mixed), int(key))):
            plain[at] = letter
        return "".join(plain)
    if cipher == "substitution":
        return text.translate(str.maketrans(key, ALPHABET))
    return _shift(text, key, -1)


def _rails(size: int, rails: int) -> list[int]:
    """The places of a text written zigzag over so many rails, rail by rail."""
    turn = 2 * (rails - 1)
    return sorted(range(size), key=lambda at: (min(at % turn, turn - at % turn), at))


def _shift(text: str, key: str, sign: int) -> str:
    """Add the letters of the key, again and again, to those of the text; a key of one letter is Caesar's."""
    letters, number = [], 0
    for letter in text:
        if letter in ALPHABET:
            letter = ALPHABET[(ALPHABET.index(letter) + sign * ALPHABET.index(key[number % len(key)])) % 26]
            number += 1
        letters.append(letter)
    return "".join(letters)
