-- AlterTable
ALTER TABLE "staff" ADD COLUMN     "own_role_id" INTEGER;

-- CreateTable
CREATE TABLE "own_roles" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "permissions" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "own_roles_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "own_roles_name_key" ON "own_roles"("name");

-- CreateIndex
CREATE INDEX "staff_own_role_id_idx" ON "staff"("own_role_id");

-- AddForeignKey
ALTER TABLE "staff" ADD CONSTRAINT "staff_own_role_id_fkey" FOREIGN KEY ("own_role_id") REFERENCES "own_roles"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What an older version of the program reads of somebody with an own role is the least of the fixed ones.
ALTER TABLE "staff" ADD CONSTRAINT "staff_own_role_check" CHECK ("own_role_id" IS NULL OR "role" = 'viewer');
