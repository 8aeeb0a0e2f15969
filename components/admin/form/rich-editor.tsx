"use client";

import Image from "@tiptap/extension-image";
import { type Editor, EditorContent, useEditor, useEditorState } from "@tiptap/react";
import StarterKit from "@tiptap/starter-kit";
import {
  Bold,
  Code,
  Heading2,
  Heading3,
  ImagePlus,
  Italic,
  Link2,
  List,
  ListOrdered,
  type LucideIcon,
  Quote,
  Redo2,
  Strikethrough,
  Underline,
  Undo2,
} from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent, DialogTrigger } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { ScriptForm, SubmitButton } from "@/components/ui/script-form";
import { MediaLibrary } from "./media-library";
import { ToolRoom, toolbarClass } from "./tool-room";

const extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    link: { openOnClick: false, autolink: true, defaultProtocol: "https", protocols: ["mailto"] },
  }),
  Image.configure({ allowBase64: false }),
];

type ToolKey =
  | "bold"
  | "italic"
  | "underline"
  | "strike"
  | "heading"
  | "subheading"
  | "list"
  | "numbers"
  | "quote"
  | "code";

const tools: readonly {
  key: ToolKey;
  Icon: LucideIcon;
  isOn: (editor: Editor) => boolean;
  run: (editor: Editor) => void;
}[] = [
  {
    key: "bold",
    Icon: Bold,
    isOn: (e) => e.isActive("bold"),
    run: (e) => e.chain().focus().toggleBold().run(),
  },
  {
    key: "italic",
    Icon: Italic,
    isOn: (e) => e.isActive("italic"),
    run: (e) => e.chain().focus().toggleItalic().run(),
  },
  {
    key: "underline",
    Icon: Underline,
    isOn: (e) => e.isActive("underline"),
    run: (e) => e.chain().focus().toggleUnderline().run(),
  },
  {
    key: "strike",
    Icon: Strikethrough,
    isOn: (e) => e.isActive("strike"),
    run: (e) => e.chain().focus().toggleStrike().run(),
  },
  {
    key: "heading",
    Icon: Heading2,
    isOn: (e) => e.isActive("heading", { level: 2 }),
    run: (e) => e.chain().focus().toggleHeading({ level: 2 }).run(),
  },
  {
    key: "subheading",
    Icon: Heading3,
    isOn: (e) => e.isActive("heading", { level: 3 }),
    run: (e) => e.chain().focus().toggleHeading({ level: 3 }).run(),
  },
  {
    key: "list",
    Icon: List,
    isOn: (e) => e.isActive("bulletList"),
    run: (e) => e.chain().focus().toggleBulletList().run(),
  },
  {
    key: "numbers",
    Icon: ListOrdered,
    isOn: (e) => e.isActive("orderedList"),
    run: (e) => e.chain().focus().toggleOrderedList().run(),
  },
  {
    key: "quote",
    Icon: Quote,
    isOn: (e) => e.isActive("blockquote"),
    run: (e) => e.chain().focus().toggleBlockquote().run(),
  },
  {
    key: "code",
    Icon: Code,
    isOn: (e) => e.isActive("code"),
    run: (e) => e.chain().focus().toggleCode().run(),
  },
];

export type RichEditorProps = {
  value: string;
  /** Ties the edited text to the field's label, hint and error. */
  attributes: Record<string, string>;
  minHeight: string;
  /** It takes the place of a field that a reader is in. */
  hasFocus: boolean;
  onChange: (html: string) => void;
};

/** Turns typed and pasted text into HTML of the few tags that the shop shows; the server cleans what it stores. */
export default function RichEditor({ value, attributes, minHeight, hasFocus, onChange }: RichEditorProps) {
  const t = useTranslations("admin.form");
  const editor = useEditor({
    extensions,
    content: value,
    autofocus: hasFocus && "end",
    immediatelyRender: false,
    injectCSS: false,
    editorProps: {
      attributes: {
        role: "textbox",
        "aria-multiline": "true",
        "aria-label": t("editor"),
        class: "prose max-w-none",
        ...attributes,
      },
    },
    onUpdate: ({ editor: changed }) => onChange(changed.isEmpty ? "" : changed.getHTML()),
  });
  return (
    <>
      {editor ? <Toolbar editor={editor} /> : <ToolRoom />}
      <EditorContent
        editor={editor}
        className="rich-editor max-h-[36rem] overflow-y-auto px-3 py-2.5"
        style={{ minHeight }}
      />
    </>
  );
}

function Toolbar({ editor }: { editor: Editor }) {
  const t = useTranslations("admin.form");
  const on = useEditorState({
    editor,
    selector: ({ editor: current }) => tools.filter((tool) => tool.isOn(current)).map((tool) => tool.key),
  });
  return (
    <div
      role="toolbar"
      aria-label={t("tools")}
      // A press on a tool leaves the focus and the selection in the text, so that the next key goes there.
      onMouseDown={(event) => event.preventDefault()}
      className={toolbarClass}
    >
      {tools.map(({ key, Icon, run }) => (
        <Button
          key={key}
          variant="ghost"
          size="icon-sm"
          aria-pressed={on.includes(key)}
          aria-label={t(`html.${key}`)}
          title={t(`html.${key}`)}
          className="aria-pressed:bg-pine-soft aria-pressed:text-pine"
          onClick={() => run(editor)}
        >
          <Icon aria-hidden />
        </Button>
      ))}
      <LinkTool editor={editor} />
      <MediaLibrary
        trigger={
          <Button variant="ghost" size="icon-sm" aria-label={t("html.picture")} title={t("html.picture")}>
            <ImagePlus aria-hidden />
          </Button>
        }
        onChoose={(src) => editor.chain().focus().setImage({ src }).run()}
      />
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label={t("html.undo")}
        title={t("html.undo")}
        onClick={() => editor.chain().focus().undo().run()}
      >
        <Undo2 aria-hidden />
      </Button>
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label={t("html.redo")}
        title={t("html.redo")}
        onClick={() => editor.chain().focus().redo().run()}
      >
        <Redo2 aria-hidden />
      </Button>
    </div>
  );
}

/** A bare host is meant as https. */
const addressOf = (typed: string) =>
  /^(https:\/\/|mailto:|\/)/i.test(typed) ? typed : `https://${typed.replace(/^http:\/\//i, "")}`;

function LinkTool({ editor }: { editor: Editor }) {
  const t = useTranslations("admin.form");
  const [open, setOpen] = useState(false);
  const [address, setAddress] = useState("");

  function change(next: boolean) {
    if (next) setAddress(String(editor.getAttributes("link").href ?? ""));
    setOpen(next);
  }

  function set() {
    const chain = editor.chain().focus().extendMarkRange("link");
    const typed = address.trim();
    if (typed === "") chain.unsetLink().run();
    else if (editor.state.selection.empty && !editor.isActive("link")) {
      const href = addressOf(typed);
      chain.insertContent({ type: "text", text: typed, marks: [{ type: "link", attrs: { href } }] }).run();
    } else chain.setLink({ href: addressOf(typed) }).run();
    setOpen(false);
  }

  return (
    <Dialog open={open} onOpenChange={change}>
      <DialogTrigger asChild>
        <Button variant="ghost" size="icon-sm" aria-label={t("html.link")} title={t("html.link")}>
          <Link2 aria-hidden />
        </Button>
      </DialogTrigger>
      <DialogContent title={t("html.link")} size="sm">
        <ScriptForm onSend={set} className="flex flex-col gap-4">
          <Field label={t("linkAddress")} hint={t("linkHint")}>
            <Input value={address} onChange={({ target }) => setAddress(target.value)} />
          </Field>
          <SubmitButton className="self-end">{t("linkSet")}</SubmitButton>
        </ScriptForm>
      </DialogContent>
    </Dialog>
  );
}
