export declare function writeMigration(prismaFolder: string, name: string, sql: string): Promise<string>;
