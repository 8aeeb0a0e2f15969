export const toolbarClass =
  "flex flex-wrap items-center gap-0.5 border-line border-b bg-sunken/50 px-1.5 py-1";

/** The editor has so many tools (rich-editor.tsx). */
const tools = Array.from({ length: 14 }, (_, at) => at);

/** Holds the place of the editor's tools until they are there. */
export const ToolRoom = () => (
  <div aria-hidden className={toolbarClass}>
    {tools.map((tool) => (
      <span key={tool} className="size-9" />
    ))}
  </div>
);
