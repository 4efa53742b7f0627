// Reads ARM exchanges (JSON lines) and prints one JSON line for each with what Microsoft's swagger says about it.
// Usage: node check.js SPECIFICATION_DIR EXCHANGES.jsonl   (oav is found through NODE_PATH)
const fs = require("fs");
const path = require("path");
const { LiveValidator } = require("oav/dist/lib/liveValidation/liveValidator");

const directory = path.resolve(process.argv[2]);
const PROVIDERS = ["servicebus", "keyvault", "postgresql", "storage", "resources", "msi", "authorization"];

function short(errors) {
  return (errors || []).map((e) => ({
    code: e.code,
    message: e.message,
    paths: e.pathsInPayload || e.jsonPathsInPayload || [],
  }));
}

async function main() {
  const validator = new LiveValidator({
    directory,
    fileRoot: directory,
    git: { shouldClone: false },
    swaggerPathsPattern: PROVIDERS.map((p) => p + "/resource-manager/**/*.json"),
    excludedSwaggerPathsPattern: [directory + "/**/examples/**"],
    isPathCaseSensitive: false,
    loadValidatorInInitialize: false,
    isArmCall: true,
  });
  await validator.initialize();
  for (const line of fs.readFileSync(process.argv[3], "utf8").split("\n").filter(Boolean)) {
    const pair = JSON.parse(line);
    const verdict = await validator.validateLiveRequestResponse(pair);
    const unknown = verdict.requestValidationResult.runtimeException || verdict.runtimeException;
    console.log(
      "VERDICT " +
        JSON.stringify({
          method: pair.liveRequest.method,
          url: pair.liveRequest.url,
          status: pair.liveResponse.statusCode,
          notCovered: unknown ? unknown.code + ": " + unknown.message : null,
          request: short(verdict.requestValidationResult.errors),
          response: short(verdict.responseValidationResult.errors),
        })
    );
  }
}

main().catch((e) => {
  console.error(e);
  process.exit(1);
});
