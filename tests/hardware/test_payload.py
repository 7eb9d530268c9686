"""The 16-byte payload: it round-trips, is checked, fits one READ, and is safe to tear."""

from __future__ import annotations

import doctest
from types import ModuleType

import ndef
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware import payload
from hardware.errors import BadPayloadError
from hardware.simulation import reader as simulated_reader
from hardware.simulation.tags import Ntag213

NUMBERS = st.integers(0, (1 << 24) - 1)


@given(NUMBERS)
def test_a_number_survives_its_code(number: int) -> None:
    """Six digits carry 24 bits, in either case."""
    code = payload.code_for(number)
    assert len(code) == 6
    assert payload.number_from(code) == payload.number_from(code.lower()) == number


@pytest.mark.parametrize("module", [payload, simulated_reader])
def test_the_examples_in_the_docstrings_hold(module: ModuleType) -> None:
    """A doctest that nobody runs is a comment."""
    assert doctest.testmod(module) == doctest.TestResults(failed=0, attempted=1)


@pytest.mark.parametrize("number", [-1, 1 << 24])
def test_a_number_that_does_not_fit_is_refused(number: int) -> None:
    """Outside 24 bits there is no code."""
    with pytest.raises(BadPayloadError) as caught:
        payload.code_for(number)
    assert isinstance(caught.value, ValueError)
    assert caught.value.code == "bad-payload"


def test_most_slips_of_one_digit_are_noticed() -> None:
    """About one in fifty codes with one wrong digit passes the check."""
    passed = tried = 0
    for number in range(0, 1 << 24, 500_003):
        code = payload.code_for(number)
        for i in range(6):
            for digit in payload.ALPHABET:
                if digit != code[i]:
                    tried += 1
                    passed += payload.number_from(code[:i] + digit + code[i + 1 :]) is not None
    assert 0 < passed < tried * 0.025


@pytest.mark.parametrize("code", ["", "00000", "0000000", "00000U", "00000Ü", "tc:000"])
def test_what_is_no_code_is_none(code: str) -> None:
    """Letters outside the alphabet and other lengths are not ours."""
    assert payload.number_from(code) is None


@given(NUMBERS)
def test_one_read_holds_the_payload_and_phones_can_read_it(number: int) -> None:
    """Sixteen bytes decode, and they are the NDEF URI ``tc:`` for any other reader."""
    tag = Ntag213("04112233445566", number)
    window = bytes(tag.memory[16:32])
    assert payload.decode(window) == number
    (record,) = ndef.message_decoder(window[2 : 2 + window[1]])
    assert record.uri == f"tc:{payload.code_for(number)}"


@given(NUMBERS, NUMBERS)
def test_a_torn_write_reads_as_blank_until_the_last_page(old: int, new: int) -> None:
    """A tag that held one number never shows another than the new one, and that only when all pages are written."""
    tag = Ntag213("04112233445566", old)
    writes = payload.pages(new)
    for i, (page, data) in enumerate(writes, 1):
        tag.memory[page * 4 : page * 4 + 4] = data
        assert payload.decode(bytes(tag.memory[16:36])) == (new if i == len(writes) else None)


@given(NUMBERS)
def test_pages_never_touch_locks_or_configuration(number: int) -> None:
    """Only user pages 4 to 8 are written (never lock a tag)."""
    assert {page for page, _ in payload.pages(number)} == {4, 5, 6, 7, 8}


def test_a_message_behind_the_factory_lock_tlv_needs_a_second_read() -> None:
    """A phone keeps the lock TLV of a factory tag, so the first window ends too early."""
    ours = b"".join(data for _, data in sorted(dict(payload.pages(77)).items()))
    memory = bytes.fromhex("0103a00c34") + ours
    assert payload.decode(memory[:16]) is payload.MORE
    assert payload.decode(memory + bytes(8)) == 77


@pytest.mark.parametrize(
    "window",
    [
        "0300fe00" + "00" * 12,
        "fe" + "00" * 15,
        "03ff" + "00" * 14,
        "030ed1010a5501" + "74633a" + "303030303056",
        "0304d1010054fe" + "00" * 9,
    ],
    ids=["empty message", "terminator", "long TLV", "URI with a prefix", "another record"],
)
def test_what_is_not_ours_is_none(window: str) -> None:
    """Other people's messages are no card of ours."""
    assert payload.decode(bytes.fromhex(window)) is None


@given(st.binary(max_size=64))
def test_any_memory_decodes_without_an_error(window: bytes) -> None:
    """A stranger's tag can hold anything."""
    number = payload.decode(window)
    assert number is None or number is payload.MORE or 0 <= number < 1 << 24
