"""Works with a vault by Microsoft's client; prints what it saw as JSON. Arguments: tenant, client, secret."""
import datetime
import json
import sys

from azure.core.exceptions import HttpResponseError
from azure.identity import ClientSecretCredential
from azure.keyvault.secrets import SecretClient

tenant, client_id, client_secret = sys.argv[1:]
client = SecretClient(
    vault_url="https://pyvault.vault.azure.net",
    credential=ClientSecretCredential(tenant, client_id, client_secret),
)


def refusal(call):
    try:
        call()
    except HttpResponseError as error:
        inner = error.error.innererror if error.error else None
        return [error.status_code, error.error.code, (inner or {}).get("code")]
    return None


seen = {}
expires = datetime.datetime(2030, 1, 1, tzinfo=datetime.timezone.utc)
made = client.set_secret("key", "v1", content_type="text/plain", tags={"a": "b"}, expires_on=expires)
read = client.get_secret("KEY")
seen["value"] = read.value
seen["expires"] = read.properties.expires_on.isoformat()
seen["tags"] = read.properties.tags
seen["contentType"] = read.properties.content_type
for number in range(30):
    client.set_secret(f"s{number}", "v")
seen["listed"] = len(list(client.list_properties_of_secrets()))
client.set_secret("key", "v2")
seen["versions"] = len(list(client.list_properties_of_secret_versions("key")))
seen["old"] = client.get_secret("key", made.properties.version).value
client.update_secret_properties("key", enabled=False)
seen["disabled"] = refusal(lambda: client.get_secret("key"))
client.update_secret_properties("key", enabled=True)
client.begin_delete_secret("key").wait()
seen["missing"] = refusal(lambda: client.get_secret("key"))
seen["conflict"] = refusal(lambda: client.set_secret("key", "v3"))
client.begin_recover_deleted_secret("key").wait()
seen["recovered"] = client.get_secret("key").value
client.begin_delete_secret("key").wait()
client.purge_deleted_secret("key")
seen["invalid"] = refusal(lambda: client.set_secret("a_b", "v"))
print(json.dumps(seen))
