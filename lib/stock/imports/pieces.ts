import { open, seal } from "../../core/crypto";
import { db } from "../../db/client";

const aad = (importId: number, number: number) => `key_import_pieces:text:${importId}:${number}:v1`;

export const sealPiece = (importId: number, number: number, text: string) =>
  seal(text, aad(importId, number));

/** A piece that is gone: the import was canceled or ended by another process. */
export class PieceGone extends Error {}

/** The text in order, one piece in memory at a time. `onPiece` hears how many were read before. @throws PieceGone */
export async function* readPieces(
  importId: number,
  count: number,
  onPiece: (done: number) => void,
): AsyncGenerator<string> {
  for (let number = 0; number < count; number++) {
    onPiece(number);
    const piece = await db().keyImportPiece.findUnique({
      where: { importId_number: { importId, number } },
      select: { textSealed: true },
    });
    if (!piece) throw new PieceGone(`piece ${number} of import ${importId} is gone`);
    yield open(piece.textSealed, aad(importId, number));
  }
  onPiece(count);
}
