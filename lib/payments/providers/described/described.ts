import { refusal, rule } from "../../../core/refusals/refusal";
import type { GatewayAccount, PaymentProvider, SettingField } from "../../provider";
import { readParameters } from "../epay/epay-parameters";
import { readFlatJson } from "../flat-json-message";
import { redactMessage } from "../form-fields";
import { plainAnswer, plainFail } from "../gateway-answers";
import { type Declaration, type DeclarationInput, declarationSchema } from "./declaration";
import { createDescribed, queryDescribed } from "./described-create";
import { incomingRecipe, readDescribed, unsignedField, verifyDescribed } from "./described-message";
import {
  type DescribedSettings,
  describedAccount,
  describedFields,
  describedSettings,
  missingKey,
  ownDescribedSettings,
  readDeclaration,
} from "./described-settings";
import { explainDescribed } from "./explain";

function connect(declaration: Declaration, settings: DescribedSettings): GatewayAccount {
  const account = describedAccount(declaration, settings);
  return {
    currency: settings.currency,
    createsOffline: declaration.create.by === "browser",
    create: (request) => createDescribed(account, request),
    verify: (message) => verifyDescribed(account, message),
    ...(declaration.query ? { query: (payment) => queryDescribed(account, payment) } : {}),
    explain: (message) => explainDescribed(account, message),
    confirmsByQuery: declaration.query !== undefined && settings.confirm_by_query,
    ack: plainAnswer(200, declaration.notification.accepted),
  };
}

const interactionOf = ({ create }: Declaration) => {
  if (create.by === "browser") return create.method === "GET" ? "redirect" : "form";
  return create.answer?.qr_code && !create.answer.pay_url ? "qr" : "redirect";
};

const isWeakRecipe = (declaration: Declaration) => incomingRecipe(declaration).algorithm === "md5";

interface Described {
  code: string;
  name: string;
  declaration: DeclarationInput;
  fields: readonly SettingField[];
}

/** A gateway that ships as a declaration. */
export function describedProvider({ code, name, fields, declaration: input }: Described): PaymentProvider {
  const declaration = declarationSchema.parse(input);
  const settings = describedSettings.superRefine((given, context) => {
    const missing = missingKey(declaration, given);
    if (missing) context.addIssue({ code: "custom", path: [missing], message: rule("required") });
  });
  const hidden = new Set([incomingRecipe(declaration).field, ...declaration.notification.hidden]);
  return {
    code,
    name,
    isWeak: isWeakRecipe(declaration),
    settings,
    fields,
    connect: (given) => connect(declaration, settings.parse(given)),
    interaction: () => interactionOf(declaration),
    ack: plainAnswer(200, declaration.notification.accepted),
    nack: plainFail,
    redact: (message) => redactMessage(message, readDescribed(declaration, message), hidden),
  };
}

const ownSettings = ownDescribedSettings.superRefine((given, context) => {
  const declaration = readDeclaration(given.declaration);
  if (typeof declaration === "string") return;
  const missing = missingKey(declaration, given);
  if (missing) context.addIssue({ code: "custom", path: [missing], message: rule("required") });
  const unsigned = unsignedField(declaration);
  if (unsigned)
    context.addIssue({
      code: "custom",
      path: ["declaration"],
      message: rule(refusal("not_a_declaration", { why: `${unsigned} is not signed` })),
    });
});

function parseOwn(given: unknown): { declaration: Declaration; settings: DescribedSettings } {
  const settings = ownSettings.parse(given);
  const declaration = readDeclaration(settings.declaration);
  if (typeof declaration === "string") throw new Error("The declaration was checked by the schema");
  return { declaration, settings };
}

/** Fields that no log needs, under the names that gateways mostly use. */
const mostlyHidden = new Set(
  "sign signature Signature hash key token buyer buyer_email openid payer payer_email phone mobile ip".split(
    " ",
  ),
);

/** A gateway that the operator describes. */
export const described: PaymentProvider = {
  code: "described",
  name: "Another gateway, described",
  // Its recipe may be MD5: the admin cannot promise more.
  isWeak: true,
  settings: ownSettings,
  fields: [
    { key: "declaration", label: "Declaration", kind: "textarea", required: true },
    describedFields.gateway_url,
    describedFields.merchant,
    { ...describedFields.key, required: false },
    { key: "merchant_private_key", label: "Merchant private key", kind: "secret", required: false },
    { key: "platform_public_key", label: "Platform public key", kind: "textarea", required: false },
    describedFields.type,
    describedFields.currency,
    describedFields.confirm_by_query,
  ],
  connect: (given) => {
    const { declaration, settings } = parseOwn(given);
    return connect(declaration, settings);
  },
  interaction: (given) => interactionOf(parseOwn(given).declaration),
  ack: plainAnswer(200, "success"),
  nack: plainFail,
  redact: (message) => {
    const isJson = /^application\/json\b/i.test(message.headers.get("content-type") ?? "");
    return redactMessage(message, isJson ? readFlatJson(message) : readParameters(message), mostlyHidden);
  },
};
