import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();
const b64 = (data: Buffer) => data.toString("base64url");

/** CBOR of the few shapes that WebAuthn needs. */
const head = (major: number, length: number) =>
  length < 24
    ? Buffer.from([(major << 5) | length])
    : length < 256
      ? Buffer.from([(major << 5) | 24, length])
      : Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
const bytes = (data: Buffer) => Buffer.concat([head(2, data.length), data]);
const text = (words: string) => Buffer.concat([head(3, words.length), Buffer.from(words)]);
const int = (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value));
const map = (...pairs: readonly (readonly [Buffer, Buffer])[]) =>
  Buffer.concat([head(5, pairs.length), ...pairs.flat()]);

/** Members that a test bends to see them refused. */
export interface Bent {
  origin?: string;
  rpId?: string;
  isVerified?: boolean;
  counter?: number;
  userHandle?: string;
  type?: string;
}

/** An authenticator in software with one P-256 key, as a phone or a password manager is one. */
export function anAuthenticator(origin = "http://localhost:8080") {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = randomBytes(16);
  let userHandle = "";
  const hostOf = (bent: Bent) => bent.rpId ?? new URL(origin).hostname;
  const clientData = (type: string, challenge: string, bent: Bent) =>
    Buffer.from(
      JSON.stringify({
        type: bent.type ?? type,
        challenge,
        origin: bent.origin ?? origin,
        crossOrigin: false,
      }),
    );
  const data = (bent: Bent, withKey: boolean, attested = Buffer.alloc(0)) => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(bent.counter ?? 0);
    const flags = 0x01 | (bent.isVerified === false ? 0 : 0x04) | (withKey ? 0x40 : 0);
    return Buffer.concat([sha256(hostOf(bent)), Buffer.from([flags]), counter, attested]);
  };
  const coseKey = () => {
    const { x = "", y = "" } = publicKey.export({ format: "jwk" });
    return map(
      [int(1), int(2)],
      [int(3), int(-7)],
      [int(-1), int(1)],
      [int(-2), bytes(Buffer.from(x, "base64url"))],
      [int(-3), bytes(Buffer.from(y, "base64url"))],
    );
  };
  const credential = { id: b64(id), rawId: b64(id), type: "public-key" as const };
  return {
    create(options: { challenge: string; user: { id: string } }, bent: Bent = {}) {
      userHandle = options.user.id;
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, coseKey()]);
      const attestation = map(
        [text("fmt"), text("none")],
        [text("attStmt"), map()],
        [text("authData"), bytes(data(bent, true, attested))],
      );
      return {
        ...credential,
        response: {
          clientDataJSON: b64(clientData("webauthn.create", options.challenge, bent)),
          attestationObject: b64(attestation),
          transports: ["internal", "to-come"],
        },
      };
    },
    get(options: { challenge: string }, bent: Bent = {}) {
      const client = clientData("webauthn.get", options.challenge, bent);
      const authenticatorData = data(bent, false);
      return {
        ...credential,
        response: {
          clientDataJSON: b64(client),
          authenticatorData: b64(authenticatorData),
          signature: b64(sign("sha256", Buffer.concat([authenticatorData, sha256(client)]), privateKey)),
          userHandle: bent.userHandle ?? userHandle,
        },
      };
    },
  };
}
