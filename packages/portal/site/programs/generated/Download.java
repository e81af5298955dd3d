import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.openapitools.client.ApiClient;
import org.openapitools.client.api.MasterDownloadApi;
import org.openapitools.client.model.BatchCheckRequest;
import org.openapitools.client.model.BatchGetRequest;
import org.openapitools.client.model.Master;
import org.openapitools.client.model.MasterRequest;

public class Download {
  public static void main(String[] args) throws Exception {
    String token = token();
    ApiClient client = new ApiClient();
    URI address = URI.create(env("API_URL"));
    client.setScheme(address.getScheme()).setHost(address.getHost()).setPort(address.getPort());
    client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + token));
    MasterDownloadApi api = new MasterDownloadApi(client);

    MasterRequest request = new MasterRequest();
    request.setMemberGroupCodeList(List.of("G001", "F001"));
    String batch = api.postMasterDownloadBuyRequest(request, null, null).getBatchId();
    var check = api.postMasterDownloadBuyCheck(new BatchCheckRequest().batchId(batch), "wait=30");
    int count = Integer.parseInt(check.getRecordCount());
    System.out.println("batch_flg " + check.getBatchFlg() + ", " + count + " records");
    List<Master> records = api.postMasterDownloadBuyGet(
        new BatchGetRequest().batchId(batch).seqFrom("1").seqTo(String.valueOf(Math.min(count, 10000))), null).getMaster();
    System.out.println(records.size() + " records, the first: " + records.get(0).getCatalog().get(0).getItemName());
  }

  static String token() throws Exception {
    Map<String, String> form = Map.of("client_id", env("CLIENT_ID"), "client_secret", env("CLIENT_SECRET"),
        "user_id", env("USER_ID"), "user_password", env("USER_PASSWORD"));
    String body = form.entrySet().stream()
        .map(each -> each.getKey() + "=" + URLEncoder.encode(each.getValue(), StandardCharsets.UTF_8))
        .collect(Collectors.joining("&"));
    HttpResponse<String> answer = HttpClient.newHttpClient().send(
        HttpRequest.newBuilder(URI.create(env("AUTH_URL") + "/api/credentials/access_token"))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(HttpRequest.BodyPublishers.ofString(body)).build(),
        HttpResponse.BodyHandlers.ofString());
    if (answer.statusCode() != 200) throw new IllegalStateException(answer.body());
    return new ObjectMapper().readTree(answer.body()).get("access_token").asText();
  }

  static String env(String name) {
    return System.getenv(name);
  }
}
