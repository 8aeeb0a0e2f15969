import type { Explanation, NotificationMessage } from "../../provider";
import { legible } from "../form-fields";
import { fieldsToEcho, incomingRecipe, isProvedBy, readDescribed } from "./described-message";
import type { DescribedAccount } from "./described-settings";
import { findVariant, signedText } from "./recipe";

/**
 * Shows the text that the shop would sign of this message, and which change of the recipe would make its signature
 * hold.
 */
export function explainDescribed(
  { declaration, keys }: DescribedAccount,
  message: NotificationMessage,
): Explanation | null {
  const read = readDescribed(declaration, message);
  if (!read.ok) return null;
  const recipe = incomingRecipe(declaration);
  const holds = isProvedBy(declaration, read.fields, keys);
  const toEcho = fieldsToEcho(declaration, read.fields, keys);
  const { echoed } = declaration.notification;
  const suggestion =
    toEcho.length > 0
      ? `notification.echoed: ${JSON.stringify([...echoed, ...toEcho])}`
      : findVariant(recipe, read.fields, keys);
  return {
    signedText: legible(signedText(recipe, read.fields)),
    signature: read.fields.get(recipe.field) ?? null,
    suggestion: holds ? null : suggestion,
  };
}
