/** What is asked of the hall about accounts. */
import { json } from '../api';
import type {
  Block,
  Claimed,
  Device,
  Me,
  PasskeyAnswer,
  PasskeyAsk,
  Profile,
  ProgramAsk,
  Proving,
  Report,
  SignedIn,
} from '../generated/messages';

const send = <T>(method: string, path: string, body: unknown = {}): Promise<T> =>
  json(path, { method, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });

export const whoAmI = (): Promise<Me> => json('/api/me');
export const claim = (proof: Proving): Promise<Claimed> => send('POST', '/api/account/claim', proof);
export const signIn = (proof: Proving): Promise<SignedIn> => send('POST', '/api/session/sign-in', proof);
export const confirm = (proof: Proving): Promise<Me> => send('POST', '/api/session/confirm', proof);
export const merge = (ticket: string): Promise<Me> => send('POST', '/api/session/merge', { ticket });
export const rename = (name: string): Promise<Me> => send('POST', '/api/account/name', { name });
export const addKey = (proof: Proving): Promise<Me> => send('POST', '/api/account/keys', proof);
export const removeKey = (id: string): Promise<Me> => send('DELETE', `/api/account/keys/${id}`);
export const newCodes = (): Promise<Claimed> => send('POST', '/api/account/codes');
export const devices = (): Promise<Device[]> => json('/api/sessions');
export const signOut = (): Promise<unknown> => send('DELETE', '/api/session');
export const signOutDevice = (id: string): Promise<unknown> => send('DELETE', `/api/sessions/${id}`);
export const signOutOthers = (): Promise<unknown> => send('DELETE', '/api/sessions?but=here');
export const signOutEverywhere = (): Promise<unknown> => send('DELETE', '/api/sessions');
export const deleteAccount = (): Promise<unknown> => send('DELETE', '/api/account');
export const confirmProgram = (code: string): Promise<ProgramAsk> => send('POST', '/api/programs/confirm', { code });
export const yours = (): Promise<Profile> => json('/api/yours');
export const profile = (name: string, filter: Record<string, string> = {}): Promise<Profile> =>
  json(`/api/people/${encodeURIComponent(name)}?${new URLSearchParams(filter)}`);
export const blocked = (): Promise<{ account: string; name: string }[]> => json('/api/blocks');
export const block = (wish: Block): Promise<Block> => send('POST', '/api/blocks', wish);
export const report = (what: Report): Promise<Report> => send('POST', '/api/reports', what);

/** What newer browsers offer besides; they read and write the JSON of WebAuthn themselves. */
interface Reading {
  parseCreationOptionsFromJSON(options: unknown): PublicKeyCredentialCreationOptions;
  parseRequestOptionsFromJSON(options: unknown): PublicKeyCredentialRequestOptions;
}
const reading = (): Reading => PublicKeyCredential as unknown as Reading;

/** Whether this browser can make and use passkeys. */
export function canPasskey(): boolean {
  return 'PublicKeyCredential' in globalThis && 'parseCreationOptionsFromJSON' in PublicKeyCredential;
}

function answered(ticket: string, credential: Credential | null): PasskeyAnswer {
  if (!credential) throw new Error('The browser has given no passkey.');
  return { ticket, credential: (credential as unknown as { toJSON(): Record<string, unknown> }).toJSON() };
}

/** Let the browser ask its owner; what it then says of them. */
async function asked<T>(question: Promise<T>): Promise<T> {
  try {
    return await question;
  } catch (error) {
    const name = error instanceof DOMException ? error.name : '';
    if (name === 'InvalidStateError')
      throw new Error('This device has a passkey of this account already.', { cause: error });
    if (name === 'NotAllowedError')
      throw new Error('No passkey was given. Try again, or take a password.', { cause: error });
    throw error;
  }
}

/** A new passkey for the account. */
export async function newPasskey(name: string): Promise<PasskeyAnswer> {
  const { ticket, options } = await send<PasskeyAsk>('POST', '/api/passkeys/new', { name });
  const publicKey = reading().parseCreationOptionsFromJSON(options);
  return answered(ticket, await asked(navigator.credentials.create({ publicKey })));
}

/** A passkey that the browser has. */
export async function anyPasskey(): Promise<PasskeyAnswer> {
  const { ticket, options } = await send<PasskeyAsk>('POST', '/api/passkeys/any');
  const publicKey = reading().parseRequestOptionsFromJSON(options);
  return answered(ticket, await asked(navigator.credentials.get({ publicKey })));
}
