export interface SchemaFile {
  path: string;
  content: string;
}

export const prismaFolder: string;
export function readSchema(): Promise<SchemaFile[]>;
export function compareSchemas(from: SchemaFile[], to: SchemaFile[]): Promise<string>;
