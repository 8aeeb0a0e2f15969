import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "../../..");

const sources = ["app/admin", "components/admin"].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".tsx"))
    .map((file) => {
      const place = path.posix.join(folder, file.split(path.sep).join("/"));
      return { place, text: readFileSync(path.join(root, place), "utf8") };
    }),
);

/** Controls in which a person types or chooses. */
const control =
  /<(Input|Textarea|Select|Checkbox|CheckboxField|Switch|SwitchField|TagsInput|SpecField|HtmlField|PictureField|ChecksField|RadioCard|CodeInput|EditorContent|input|textarea|select)\b/;
const guard = /\buseUnsaved\(/;

/** Parts of a form: their values live in the component named, which is guarded. */
const parts: Record<string, string> = {
  "app/admin/(panel)/products/_components/buyer-questions.tsx": "product-form.tsx",
  "app/admin/(panel)/products/_components/sku-tiers.tsx": "product-form.tsx",
  "app/admin/(panel)/products/_components/product-texts.tsx": "product-form.tsx",
  "app/admin/(panel)/products/_components/picture-list.tsx": "product-form.tsx",
  "app/admin/(panel)/products/_components/product-side.tsx": "product-form.tsx",
  "app/admin/(panel)/products/_components/sku-row.tsx": "product-form.tsx",
  "app/admin/(panel)/products/_components/sku-details.tsx": "product-form.tsx",
  "app/admin/(panel)/look/_components/colour-field.tsx": "look-form.tsx",
  "app/admin/(panel)/look/_components/link-list.tsx": "look-form.tsx",
  "app/admin/(panel)/look/_components/look-fields.tsx": "look-form.tsx",
  "app/admin/(panel)/look/_components/section-list.tsx": "look-form.tsx",
  "components/admin/keys/column-mapper.tsx": "key-import.tsx",
  "components/admin/form/picture-field.tsx": "spec-form.tsx",
  "components/admin/form/tags-input.tsx": "spec-form.tsx",
  "components/admin/form/html-field.tsx": "spec-form.tsx",
  "components/admin/form/checks-field.tsx": "spec-form.tsx",
  "components/admin/form/rich-editor.tsx": "spec-form.tsx",
  "components/admin/form/spec-field.tsx": "spec-form.tsx",
};

/** Nothing to lose: each with the reason. */
const unguarded: Record<string, string> = {
  "app/admin/(door)/account/password-panel.tsx": "a password is typed again, not kept",
  "app/admin/(door)/setup/_components/take-over.tsx": "a word, an address and a password",
  "components/admin/account/login-fields.tsx": "a password is typed again, not kept",
  "app/admin/(panel)/stock/[sku_id]/_components/export-keys.tsx": "a number and a password",
  "app/admin/(panel)/stock/[sku_id]/bundle/_components/part-search.tsx": "chooses what is added",
  "app/admin/(panel)/staff/roles/see-as.tsx": "a button alone",
  "components/admin/day-field.tsx": "chooses what is shown",
  "app/admin/(panel)/users/guest/page.tsx": "chooses what is shown",
  "app/admin/(panel)/orders/[order_no]/_components/answer-form.tsx":
    "is kept in the browser, and there again by itself",
  "app/admin/(panel)/settings/find-setting.tsx": "chooses what is shown",
  "components/admin/table/toggle-cell.tsx": "is sent at once",
  "components/admin/form/staff-proof.tsx": "a password and a code",
  "components/admin/form/look-up-form.tsx": "chooses what is shown",
  "components/admin/table/filter-bar.tsx": "chooses what is shown",
  "components/admin/table/selection.tsx": "chooses rows",
  "components/admin/table/bulk-action.tsx": "one choice in a question",
  "app/admin/(panel)/connections/[connection_id]/_components/import-offers.tsx": "one choice in a question",
  "app/admin/(panel)/connections/[connection_id]/_components/compare-with-main.tsx": "chooses what is shown",
  "app/admin/(panel)/channels/[id]/_components/replay-panel.tsx": "a pasted message that is tried, not kept",
  "app/admin/(panel)/products/_components/change-prices.tsx": "one number; inside the guarded product form",
  "app/admin/(panel)/orders/[order_no]/_components/saved-replies.tsx":
    "one name; inside the guarded delivery",
  "app/admin/(panel)/products/_components/new-category.tsx": "one name; inside the guarded product form",
  "app/admin/(panel)/orders/[order_no]/_components/case-owner.tsx": "saved as soon as it is chosen",
  "components/admin/form/choose-file.tsx": "the form around it takes the file or sends it at once",
};

const forms = sources.filter(({ text }) => control.test(text));

describe("forms of the admin", () => {
  it.each(forms.map(({ place }) => place))("%s asks before typed work is lost", (place) => {
    const { text = "" } = forms.find((form) => form.place === place) ?? {};
    if (unguarded[place]) return;
    const owner = parts[place];
    const guarded = owner ? sources.find((source) => source.place.endsWith(`/${owner}`))?.text : text;
    expect(guarded, `${place} has fields and no useUnsaved`).toMatch(guard);
  });

  it("are not made anew when somebody else saves: `useDraft` keeps what was typed [C87]", () => {
    const remade = sources.filter(({ text }) => /\bkey=\{[^}]*(updated|changed|saved)_?at\b/i.test(text));
    expect(remade.flatMap(({ place, text }) => text.match(/<\w+\s+key=\{[^}]*_at\}/g) ?? [place])).toEqual([
      // Holds nothing that is typed.
      "<ChannelTestPanel key={channel.updated_at}",
    ]);
  });

  it("lists no form that is gone", () => {
    const listed = [...Object.keys(parts), ...Object.keys(unguarded)];
    expect(listed.filter((place) => !forms.some((form) => form.place === place))).toEqual([]);
  });

  it("opens every dialog with a form so that closing asks", () => {
    const dialogs = sources.filter(
      ({ text }) => text.includes("<Dialog ") && (control.test(text) || text.includes("<SpecForm")),
    );
    const open = dialogs.filter(({ text }) => !/useGuardedOpen[(>]/.test(text));
    expect(open.map(({ place }) => place)).toEqual([
      // A link is one address.
      "components/admin/form/rich-editor.tsx",
    ]);
  });
});
