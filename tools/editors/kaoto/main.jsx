// Kaoto's editor as its extension for VS Code mounts it. The parts of VS Code that it talks to are left out.
import "@patternfly/patternfly/patternfly.css";
import { createRoot } from "react-dom/client";
import { KaotoEditorApp } from "./node_modules/@kaoto/kaoto/lib/multiplying-architecture/KaotoEditorApp";
import { DefaultSettingsAdapter } from "./node_modules/@kaoto/kaoto/lib/models/settings";

window.saved = [];
const answers = { getResourcesContentByType: [], getSuggestions: [] };
const requests = new Proxy({}, { get: (_, name) => async () => answers[name] });
const notifications = new Proxy(
  {},
  {
    get: (_, name) => ({
      send(value) {
        if (name === "kogitoEditor_ready") {
          window.ready = true;
        } else if (name === "kogitoWorkspace_newEdit") {
          window.saved.push(value.id);
        }
      },
    }),
  },
);
const settings = { ...new DefaultSettingsAdapter().getSettings(), catalogUrl: "/catalog/index.json", colorScheme: "light" };
window.app = new KaotoEditorApp(
  { channelApi: { requests, notifications } },
  { fileExtension: "camel.yaml", channel: "VSCODE_DESKTOP", initialLocale: "en", isReadOnly: false },
  { getSettings: () => settings, saveSettings() {} },
);
createRoot(document.getElementById("root")).render(window.app.af_componentRoot());
window.app.af_onOpen();
