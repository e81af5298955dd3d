using System;
using System.Collections.Generic;
using System.Linq;
using System.Net.Http;
using System.Net.Http.Headers;
using System.Threading.Tasks;
using Newtonsoft.Json.Linq;
using TradingPlatform;

static class Download
{
    static void Main() => Run().GetAwaiter().GetResult();

    static async Task Run()
    {
        var http = new HttpClient();
        http.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", await Token(http));
        var api = new Master_downloadClient(http) { BaseUrl = new Uri(new Uri(Env("API_URL")), "/").ToString() };

        var request = new Master_request { Member_group_code_list = new[] { "G001", "F001" } };
        var batch = (await api.Post_master_download_buy_requestAsync(request)).Batch_id;
        var check = await api.Post_master_download_buy_checkAsync(new Batch_check_request { Batch_id = batch }, "wait=30");
        var count = int.Parse(check.Record_count);
        Console.WriteLine($"batch_flg {check.Batch_flg}, {count} records");
        var range = new Batch_get_request { Batch_id = batch, Seq_from = "1", Seq_to = Math.Min(count, 10000).ToString() };
        var records = (await api.Post_master_download_buy_getAsync(range)).Master;
        Console.WriteLine($"{records.Count} records, the first: {records.First().Catalog.First().Item_name}");
    }

    static async Task<string> Token(HttpClient http)
    {
        var form = new[] { "client_id", "client_secret", "user_id", "user_password" }.ToDictionary(name => name, name => Env(name.ToUpper()));
        var answer = await http.PostAsync(Env("AUTH_URL") + "/api/credentials/access_token", new FormUrlEncodedContent(form));
        answer.EnsureSuccessStatusCode();
        return (string)JObject.Parse(await answer.Content.ReadAsStringAsync())["access_token"];
    }

    static string Env(string name) => Environment.GetEnvironmentVariable(name);
}
