import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { findProgram, type Generator, installed, kinds, run, wanted } from "./generator";

const python = () => installed("python", "bin/python");

export const openapiPythonClient: Generator = {
  chapter: "Python: openapi-python-client",
  isInstalled: () => existsSync(installed("python", "bin/openapi-python-client")),
  install: async () => {
    mkdirSync(installed("python"), { recursive: true });
    const cwd = installed("python");
    await run("python3", ["-m", "venv", "."], { cwd });
    await run(python(), ["-m", "pip", "install", "-q", "-r", wanted("python", "requirements.txt")], { cwd });
  },
  make: async (folder, documents, program) => {
    writeFileSync(path.join(folder, "buy.py"), program);
    for (const kind of kinds)
      await run(
        installed("python", "bin/openapi-python-client"),
        ["generate", "--path", documents[kind], "--output-path", kind, "--meta", "none"],
        { cwd: folder },
      );
    await run(python(), ["-m", "compileall", "-q", "."], { cwd: folder });
    await run(python(), ["-c", "import shop.models, admin.models"], { cwd: folder });
  },
  buy: (folder, env) => run(python(), ["buy.py"], { cwd: folder, env }),
};

const oapiCodegenVersion = "v2.8.2";

export const oapiCodegen: Generator = {
  chapter: "Go: oapi-codegen",
  isInstalled: () => findProgram("go") && existsSync(installed("go", "bin/oapi-codegen")),
  install: async () => {
    if (!findProgram("go")) return;
    mkdirSync(installed("go"), { recursive: true });
    const module = `github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@${oapiCodegenVersion}`;
    await run("go", ["install", module], { cwd: installed("go"), env: { GOBIN: installed("go", "bin") } });
  },
  make: async (folder, documents, program) => {
    writeFileSync(path.join(folder, "buy.go"), program);
    for (const kind of kinds) {
      mkdirSync(path.join(folder, kind));
      const made = await run(
        installed("go", "bin/oapi-codegen"),
        ["-generate", "types,client,skip-prune", "-package", kind, documents[kind]],
        { cwd: folder },
      );
      writeFileSync(path.join(folder, kind, `${kind}.go`), made);
    }
    await run("go", ["mod", "init", "client"], { cwd: folder });
    await run("go", ["mod", "tidy"], { cwd: folder });
    await run("go", ["build", "-o", "buy", "."], { cwd: folder });
    await run("go", ["build", "./admin"], { cwd: folder });
  },
  buy: (folder, env) => run(path.join(folder, "buy"), [], { cwd: folder, env }),
};

const jarVersion = "7.17.0";
const jar = () => installed("openapi-generator", `openapi-generator-cli-${jarVersion}.jar`);
const hasJar = () => findProgram("java") && findProgram("mvn") && existsSync(jar());

async function installJar(): Promise<void> {
  if (!findProgram("mvn")) return;
  mkdirSync(installed("openapi-generator"), { recursive: true });
  await run(
    "mvn",
    [
      "-q",
      "-B",
      "dependency:copy",
      `-Dartifact=org.openapitools:openapi-generator-cli:${jarVersion}`,
      `-DoutputDirectory=${installed("openapi-generator")}`,
    ],
    { cwd: installed("openapi-generator") },
  );
}

const generate = (folder: string, language: string, [document, output]: [string, string], more: string[]) =>
  run(
    "java",
    [
      "-jar",
      jar(),
      "generate",
      ...["-g", language, "-i", document, "-o", output],
      ...["--global-property", "apiTests=false,modelTests=false,apiDocs=false,modelDocs=false"],
      ...more,
    ],
    { cwd: folder },
  );

export const openapiGeneratorJava: Generator = {
  chapter: "Java: openapi-generator",
  isInstalled: hasJar,
  install: installJar,
  make: async (folder, documents, program) => {
    const native = [
      "--library",
      "native",
      "--additional-properties=openApiNullable=false,containerDefaultToNull=true",
    ];
    for (const kind of kinds) await generate(folder, "java", [documents[kind], kind], native);
    writeFileSync(path.join(folder, "shop/src/main/java/Buy.java"), program);
    for (const kind of kinds)
      await run(
        "mvn",
        ["-q", "-B", "-DskipTests", "compile", "dependency:build-classpath", "-Dmdep.outputFile=classpath"],
        { cwd: path.join(folder, kind) },
      );
  },
  buy: async (folder, env) => {
    const cwd = path.join(folder, "shop");
    return run("sh", ["-c", 'java -cp "target/classes:$(cat classpath)" Buy'], { cwd, env });
  },
};

const guzzle = "/usr/share/php/GuzzleHttp/autoload.php";

export const openapiGeneratorPhp: Generator = {
  chapter: "PHP: openapi-generator",
  isInstalled: () => hasJar() && findProgram("php") && existsSync(guzzle),
  install: installJar,
  make: async (folder, documents, program) => {
    for (const kind of kinds) await generate(folder, "php", [documents[kind], kind], []);
    const autoload = [
      `<?php require_once '${guzzle}';`,
      "spl_autoload_register(function ($name) {",
      "  $file = __DIR__ . '/shop/lib/' . str_replace(['OpenAPI\\\\Client\\\\', '\\\\'], ['', '/'], $name) . '.php';",
      "  if (is_file($file)) require_once $file;",
      "});",
    ];
    writeFileSync(path.join(folder, "autoload.php"), autoload.join("\n"));
    writeFileSync(path.join(folder, "buy.php"), program);
    const check = "find shop/lib admin/lib -name '*.php' -print0 | xargs -0 -n 1 -P 2 php -l > /dev/null";
    await run("sh", ["-c", check], { cwd: folder });
  },
  buy: (folder, env) => run("php", ["-d", "auto_prepend_file=autoload.php", "buy.php"], { cwd: folder, env }),
};
