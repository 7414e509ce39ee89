#ifndef TESTS_ENGINE_BRAIN_FAMILIES_H
#define TESTS_ENGINE_BRAIN_FAMILIES_H

/* A streamed answer of every wire format. */

#include "tests/engine/brain/pool_fixture.h"

#define STREAM "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"

/* One answer in each family's words: {"a":1}, 1000 tokens in (400 of them cached) and 200 out. */
static const struct family {
    const char *kind, *path, *header, *body[4]; /* what the request must have */
    const char *begin, *end;                    /* the stream: before its end, and that */
} families[] = {
    {"openai",
     "POST /v1/chat/completions ",
     "Authorization: Bearer " KEY,
     {"\"stream\":true", "\"include_usage\":true", "\"role\":\"system\",\"content\":\"You plan.\"", "\"json_schema\""},
     ": OPENROUTER PROCESSING\n\n"
     "data: {\"choices\":[],\"prompt_filter_results\":[]}\n\n"
     "data: {\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"\"}}]}\n\n"
     "data: {\"choices\":[{\"index\":0,\"delta\":{\"reasoning\":\"Hm.\"}}]}\n\n"
     "data:{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"{\\\"a\\\"\"}}]}\r\n\r\n"
     "data: {\"choices\":[{\"index\":0,\"content_filter_results\":{}}]}\n\n"
     "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\":1}\"}}]}\n\n",
     "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}],\"usage\":null}\n\n"
     "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":1000,\"completion_tokens\":200,\"prompt_tokens_details\":{"
     "\"cached_tokens\":400}}}\n\ndata: [DONE] \n\n"},
    {"responses",
     "POST /v1/responses ",
     "Authorization: Bearer " KEY,
     {"\"stream\":true", "\"store\":false", "\"instructions\":\"You plan.\"", "\"type\":\"input_text\""},
     "event: response.created\ndata: {\"type\":\"response.created\",\"response\":{\"status\":\"in_progress\"}}\n\n"
     "event: response.reasoning_summary_text.delta\ndata: "
     "{\"type\":\"response.reasoning_summary_text.delta\",\"delta\":\"Hm.\"}\n\n"
     "event: response.output_text.delta\ndata: {\"type\":\"response.output_text.delta\",\"delta\":\"{\\\"a\\\"\"}\n\n"
     "event: response.output_text.delta\ndata: {\"type\":\"response.output_text.delta\",\"delta\":\":1}\"}\n\n",
     "event: response.completed\ndata: {\"type\":\"response.completed\",\"response\":{\"status\":\"completed\",\"error\":null,"
     "\"usage\":{\"input_tokens\":1000,\"output_tokens\":200,\"input_tokens_details\":{\"cached_tokens\":400}}}}\n\n"},
    {"anthropic",
     "POST /v1/messages ",
     "x-api-key: " KEY,
     {"\"stream\":true", "\"max_tokens\":8192", "\"system\":\"You plan.\"", "\"output_config\""},
     "event: message_start\ndata: "
     "{\"type\":\"message_start\",\"message\":{\"content\":[],\"usage\":{\"input_tokens\":500,\"cache_read_input_tokens\":400,"
     "\"cache_creation_input_tokens\":100,\"output_tokens\":1}}}\n\n"
     "event: ping\ndata: {\"type\": \"ping\"}\n\n"
     "event: content_block_start\ndata: "
     "{\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"thinking\",\"thinking\":\"\"}}\n\n"
     "event: content_block_delta\ndata: "
     "{\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"thinking_delta\",\"thinking\":\"Hm.\"}}\n\n"
     "event: content_block_delta\ndata: "
     "{\"type\":\"content_block_delta\",\"index\":1,\"delta\":{\"type\":\"text_delta\",\"text\":\"{\\\"a\\\"\"}}\n\n"
     "event: something_new\ndata: {\"type\":\"something_new\"}\n\n"
     "event: content_block_delta\ndata: "
     "{\"type\":\"content_block_delta\",\"index\":1,\"delta\":{\"type\":\"text_delta\",\"text\":\":1}\"}}\n\n",
     "event: message_delta\ndata: "
     "{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"end_turn\"},\"usage\":{\"output_tokens\":200}}\n\n"
     "event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n"},
    {"gemini",
     "POST /v1/models/m1:streamGenerateContent?alt=sse ",
     "x-goog-api-key: " KEY,
     {"\"responseMimeType\":\"application/json\"", "\"responseJsonSchema\"", "\"systemInstruction\"", "\"role\":\"user\""},
     "data: "
     "{\"candidates\":[{\"content\":{\"role\":\"model\",\"parts\":[{\"text\":\"Hm.\",\"thought\":true}]},\"index\":0}]}\r\n\r\n"
     "data: {\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"{\\\"a\\\"\"}]}}]}\r\n\r\n"
     "data: "
     "{\"candidates\":[{\"content\":{\"parts\":[{\"text\":\":1}\"}]}}],\"usageMetadata\":{\"promptTokenCount\":1000}}\r\n\r\n",
     "data: "
     "{\"candidates\":[{\"finishReason\":\"STOP\"}],\"usageMetadata\":{\"promptTokenCount\":1000,\"candidatesTokenCount\":150,"
     "\"thoughtsTokenCount\":50,\"cachedContentTokenCount\":400}}\r\n\r\n"},
};

#endif
