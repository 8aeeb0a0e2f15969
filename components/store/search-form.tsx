import { Search } from "lucide-react";
import { buttonClass } from "@/components/ui/button-class";

type SearchFormProps = {
  action: string;
  /** Parameter of the address that holds what is searched for. */
  name?: string;
  search: string | null | undefined;
  longest?: number;
  label: string;
  placeholder?: string;
  button: string;
  /** Further parameters of the address that a search leaves as they are. */
  kept?: readonly (readonly [name: string, value: string])[];
  className?: string;
};

/** A GET form: what was found has an address, and needs no script. */
export function SearchForm({
  action,
  name = "search",
  search,
  longest = 100,
  label,
  placeholder = label,
  button,
  kept = [],
  className,
}: SearchFormProps) {
  return (
    <search className={className}>
      <form action={action} className="flex gap-2">
        <HiddenFields values={kept} />
        <input
          type="search"
          name={name}
          maxLength={longest}
          defaultValue={search ?? ""}
          aria-label={label}
          placeholder={placeholder}
          enterKeyHint="search"
          className="control border-line-strong"
        />
        <button type="submit" className={buttonClass("secondary", "icon", "shrink-0")} aria-label={button}>
          <Search aria-hidden />
        </button>
      </form>
    </search>
  );
}

/** Parameters that a GET form hands on unseen. */
export const HiddenFields = ({ values }: { values: NonNullable<SearchFormProps["kept"]> }) =>
  values.map(([name, value]) => <input key={`${name} ${value}`} type="hidden" name={name} value={value} />);
