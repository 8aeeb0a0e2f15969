import { messageOf } from "../../core/process/thrown";
import { foreignWords, noteOrNull } from "../../core/refusals/noted";
import { type Problem, problem } from "../../core/refusals/refusal";
import { toldOrNull } from "../../core/refusals/told";
import { failureOf } from "../../outgoing/outgoing-call";
import { discover } from "./discover";
import { getAdminLoginProvider } from "./providers";

async function findProblem(issuer: string): Promise<Problem | null> {
  try {
    const server = await discover(issuer, { anew: true });
    const isWhole = server.authorization_endpoint && server.token_endpoint && server.jwks_uri;
    return isWhole ? null : problem("provider_lacks_addresses");
  } catch (error) {
    return (
      failureOf(error)?.problem ?? problem("no_openid_provider", { problem: foreignWords(messageOf(error)) })
    );
  }
}

/** Asks the provider what it says of itself. The secret is proved by the first log-in alone. @throws AppError `not_found` */
export async function testLoginProvider(id: number) {
  const { issuer } = await getAdminLoginProvider(id);
  const found = await findProblem(issuer);
  return { answers: found === null, ...toldOrNull("problem", noteOrNull(found)) };
}
