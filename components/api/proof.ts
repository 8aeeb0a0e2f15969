type Ask = () => Promise<boolean>;

let asker: Ask | null = null;
let asked: Promise<boolean> | null = null;

/** The admin's shell says how staff are asked for their password. @returns what takes it back */
export function whenProofIsNeeded(ask: Ask): () => void {
  asker = ask;
  return () => {
    asker = null;
  };
}

/** Calls that need it at the same time share one question. @returns whether staff proved who they are */
export async function askForProof(): Promise<boolean> {
  if (!asker) return false;
  asked ??= asker().finally(() => {
    asked = null;
  });
  return asked;
}
