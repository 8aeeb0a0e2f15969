/** A field of the form of a fulfiller's settings. Its label and hint are messages: admin-sell.delivery.<code>.<key>. */
export interface FulfillerField {
  key: string;
  kind: "number" | "text" | "secret" | "url" | "select" | "switch";
  required: boolean;
  options?: readonly string[];
  min?: number;
  max?: number;
}
