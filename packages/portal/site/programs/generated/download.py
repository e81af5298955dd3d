import os
import requests
from openapi_client import ApiClient, Configuration
from openapi_client.api.master_download_api import MasterDownloadApi
from openapi_client.models import BatchCheckRequest, BatchGetRequest, MasterRequest

form = {name: os.environ[name.upper()] for name in ("client_id", "client_secret", "user_id", "user_password")}
answer = requests.post(os.environ["AUTH_URL"] + "/api/credentials/access_token", data=form)
answer.raise_for_status()

configuration = Configuration(host=os.environ["API_URL"].split("/ordApi/")[0])
configuration.access_token = answer.json()["access_token"]
api = MasterDownloadApi(ApiClient(configuration))

request = MasterRequest(member_group_code_list=["G001", "F001"])
batch = api.post_master_download_buy_request(request).batch_id
check = api.post_master_download_buy_check(BatchCheckRequest(batch_id=batch), prefer="wait=30")
count = int(check.record_count)
print(f"batch_flg {check.batch_flg}, {count} records")
last = str(min(count, 10000))
records = api.post_master_download_buy_get(BatchGetRequest(batch_id=batch, seq_from="1", seq_to=last)).master
print(len(records), "records, the first:", records[0].catalog[0].item_name)
