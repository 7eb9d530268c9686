"""What readers, pods, pins and ports say of themselves, in the language in use.

`hardware` speaks English, in whole sentences that name the port, the user or the program, and knows nothing of ours. Here each of these
sentences stands once more as a template; `device_text` finds the one that was said and says it anew. A sentence that none fits stays
as it is: tests/test_words_devices.py looks for those in the source of `hardware`.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from companion.words.language import N_, current
from companion.words.say import say

NESTED: Final = frozenset({"fix", "reasons"})  # places that hold sentences of the same kind

SENTENCES: Final = (
    # ports
    N_("Nothing is connected at {path}. Serial ports that are there: {ports}."),
    N_("This is not a Raspberry Pi, so there is no 'uart': name the port, as /dev/ttyUSB0 or COM3."),
    N_("{path} is not a serial port that can be used: {error}"),
    N_(
        "This user may not use the {kind} at {path}: install the udev rules (systemd/install), be in the group plugdev, and plug it in again."
    ),
    N_("The {kind} is in use. {reasons}"),
    N_("Another program holds it: close it."),
    N_("The {kind} at {path} is gone: plug it in again."),
    N_("USB readers need libusb: sudo apt install libusb-1.0-0 (macOS: brew install libusb)."),
    N_("A login console holds {path}: {fix}"),
    N_("A login console owns {path} and takes its rights back within seconds: {fix}"),
    N_(
        "sudo systemctl mask --now serial-getty@{name}.service, and remove 'console=serial0,115200' (or 'console={port},115200') "
        "from /boot/firmware/cmdline.txt. Restart after both."
    ),
    N_("{path} is held by {who}: close it, and try again."),
    N_("This user is in the group {group} since after the last login: log out and in again, or restart."),
    N_("This user may not open {path}: sudo usermod -aG {group} {user}, then log out and in again."),
    N_("Add '{line}' to /boot/firmware/config.txt and restart."),
    N_("The kernel's own NFC driver holds the reader: {command}"),
    N_("The smart card service pcscd holds the reader: {command}"),
    N_("The braille service brltty takes serial adapters for braille displays: {command}"),
    N_("ModemManager tries every serial adapter as a modem: {command}"),
    # readers and pods
    N_("The tag refused to be read."),
    N_("This kind of tag cannot hold a payload; its UID is enough."),
    N_("The tag refused to be written: it is locked or protected."),
    N_("The tag does not hold what was written to it."),
    N_("The tag was lifted too soon."),
    N_("The tag answered no (chip status {status})."),
    N_("The tag's answer was garbled."),
    N_("The chip's version is not one."),
    N_("The chip's list of targets makes no sense."),
    N_(
        "Nothing that is a PN532 answers on {path}: check power, TX to RXD and RX to TXD, and that both switches of the module are at "
        "UART (0 0)."
    ),
    N_("No {kind} is connected by USB."),
    N_("There is no kind of reader called {kind}; there are {kinds}."),
    N_("{chip} on {path}"),
    N_("pod {name}, firmware {version}"),
    N_("the pod's reader does not answer: check its four wires"),
    N_("the pod speaks version {pod} of the protocol, this program version {program}"),
    N_("it sends more than any pod has to say"),
    N_("it does not answer; unplug it and plug it in again"),
    N_("most of what it sends is noise: try another cable"),
    # the simulated ones
    N_("Nothing is connected at {path}: plug the simulated reader in again."),
    N_("the simulated pod is unplugged"),
    # pins
    N_("this machine has no GPIO pins"),
    N_("this machine has GPIO chips but is no Raspberry Pi"),
    N_("pins through {library} ({chip})"),
    N_("add the user to the group gpio (sudo adduser $USER gpio) and log in again"),
    N_("another program holds the pins; stop it (gpioinfo names it)"),
    N_(
        "sudo apt install python3-lgpio, and make the venv with --system-site-packages (pip install lgpio works up to Python 3.12)"
    ),
    N_("see the gpiozero documentation for this message"),
)


def device_text(said: str) -> str:
    """What `hardware` said, in the language in use; what it never says comes back untouched."""
    if current() == "en" or not said:
        return said
    for sentence in SENTENCES:
        found = _pattern(sentence).fullmatch(said)
        if found is not None:
            facts = {name: device_text(text) if name in NESTED else text for name, text in found.groupdict().items()}
            return say(sentence, **facts)
    return said


def known(said: str) -> bool:
    """Whether there is a template for this sentence."""
    return any(_pattern(sentence).fullmatch(said) for sentence in SENTENCES)


@lru_cache(maxsize=len(SENTENCES))
def _pattern(sentence: str) -> re.Pattern[str]:
    """What the sentence looks like with anything in its places."""
    parts = re.split(r"\{(\w+)\}", sentence)
    return re.compile("".join(f"(?P<{part}>.+?)" if at % 2 else re.escape(part) for at, part in enumerate(parts)))
