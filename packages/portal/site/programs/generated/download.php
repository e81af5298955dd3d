<?php
require __DIR__ . '/vendor/autoload.php';

use OpenAPI\Client\Api\MasterDownloadApi;
use OpenAPI\Client\Configuration;
use OpenAPI\Client\Model\BatchCheckRequest;
use OpenAPI\Client\Model\BatchGetRequest;
use OpenAPI\Client\Model\MasterRequest;

$http = new GuzzleHttp\Client();
$form = ['client_id' => getenv('CLIENT_ID'), 'client_secret' => getenv('CLIENT_SECRET'),
    'user_id' => getenv('USER_ID'), 'user_password' => getenv('USER_PASSWORD')];
$answer = $http->post(getenv('AUTH_URL') . '/api/credentials/access_token', ['form_params' => $form]);
$token = json_decode($answer->getBody(), true)['access_token'];

$config = (new Configuration())->setHost(preg_replace('#/ordApi/.*#', '', getenv('API_URL')))->setAccessToken($token);
$api = new MasterDownloadApi($http, $config);

$request = new MasterRequest(['member_group_code_list' => ['G001', 'F001']]);
$batch = $api->postMasterDownloadBuyRequest($request)->getBatchId();
$check = $api->postMasterDownloadBuyCheck(new BatchCheckRequest(['batch_id' => $batch]), 'wait=30');
$count = (int) $check->getRecordCount();
echo "batch_flg {$check->getBatchFlg()}, $count records\n";
$range = new BatchGetRequest(['batch_id' => $batch, 'seq_from' => '1', 'seq_to' => (string) min($count, 10000)]);
$records = $api->postMasterDownloadBuyGet($range)->getMaster();
echo count($records), ' records, the first: ', $records[0]->getCatalog()[0]->getItemName(), "\n";
