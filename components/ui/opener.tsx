import * as Slot from "radix-ui/slot";
import type { ReactNode } from "react";

type OpenerProps = {
  onOpen: () => void;
  /** The button. */
  children: ReactNode;
};

/** Makes a button open a dialog. It is no part of the dialog, whose script comes with the first press. */
export const Opener = ({ onOpen, children }: OpenerProps) => (
  <Slot.Root aria-haspopup="dialog" onClick={onOpen}>
    {children}
  </Slot.Root>
);
