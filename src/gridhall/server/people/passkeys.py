"""Passkeys (WebAuthn), by the library `webauthn`, which is imported when somebody first uses one.

A passkey belongs to a host name, and browsers make none without https, but for `localhost`.
"""

import json
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from gridhall.server.failures import Refused

TIMEOUT = 120_000  # milliseconds that a browser waits for its owner


class Site(NamedTuple):
    """Where passkeys are made for: the host's name, and the origins of its pages."""

    host: str
    origin: str

    @property
    def offers_passkeys(self) -> bool:
        """Whether browsers make passkeys there."""
        is_safe = self.origin.startswith("https://") or self.host == "localhost"
        return is_safe and not self.host.replace(".", "").isdigit() and ":" not in self.host

    @classmethod
    def of_origin(cls, origin: str) -> "Site":
        return cls(urlsplit(origin).hostname or "", origin)


class NewPasskey(NamedTuple):
    """A passkey that was just made."""

    handle: bytes
    public_key: bytes
    uses: int


def registration(site: Site, account: str, name: str, known: list[bytes]) -> tuple[bytes, dict[str, Any]]:
    """A challenge, and the options with which a browser is asked to make a passkey; it may be none of `known`."""
    from webauthn import generate_registration_options, options_to_json
    from webauthn.helpers.structs import (
        AuthenticatorSelectionCriteria,
        PublicKeyCredentialDescriptor,
        ResidentKeyRequirement,
        UserVerificationRequirement,
    )

    options = generate_registration_options(
        rp_id=site.host,
        rp_name="Gridhall",
        user_id=account.encode(),
        user_name=name,
        user_display_name=name,
        timeout=TIMEOUT,
        exclude_credentials=[PublicKeyCredentialDescriptor(id=handle) for handle in known],
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.REQUIRED
        ),
    )
    return options.challenge, json.loads(options_to_json(options))


def registered(site: Site, challenge: bytes, credential: dict[str, Any]) -> NewPasskey:
    """The passkey that a browser has made. Raises Refused."""
    from webauthn import verify_registration_response
    from webauthn.helpers.exceptions import WebAuthnException

    try:
        verified = verify_registration_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=site.host,
            expected_origin=site.origin,
            require_user_verification=True,
        )
    except (WebAuthnException, ValueError, KeyError, TypeError) as wrong:
        raise Refused("bad_login", "this passkey could not be checked; try again") from wrong
    return NewPasskey(verified.credential_id, verified.credential_public_key, verified.sign_count)


def authentication(site: Site) -> tuple[bytes, dict[str, Any]]:
    """A challenge, and the options with which a browser is asked for any passkey of this host."""
    from webauthn import generate_authentication_options, options_to_json
    from webauthn.helpers.structs import UserVerificationRequirement

    options = generate_authentication_options(
        rp_id=site.host, timeout=TIMEOUT, user_verification=UserVerificationRequirement.REQUIRED
    )
    return options.challenge, json.loads(options_to_json(options))


def handle_of(credential: dict[str, Any]) -> bytes:
    """Which passkey a browser has used. Raises Refused."""
    from webauthn import base64url_to_bytes

    try:
        return base64url_to_bytes(str(credential["rawId"]))
    except (KeyError, ValueError) as wrong:
        raise Refused("bad_login", "this passkey could not be checked; try again") from wrong


def uses_after(site: Site, challenge: bytes, credential: dict[str, Any], public_key: bytes, uses: int) -> int:
    """Check that a browser has used this passkey; how often it was used by now, as its device says. Raises Refused."""
    from webauthn import verify_authentication_response
    from webauthn.helpers.exceptions import WebAuthnException

    try:
        verified = verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=site.host,
            expected_origin=site.origin,
            credential_public_key=public_key,
            credential_current_sign_count=uses,
            require_user_verification=True,
        )
    except (WebAuthnException, ValueError, KeyError, TypeError) as wrong:
        raise Refused("bad_login", "this passkey could not be checked; try again") from wrong
    return verified.new_sign_count
