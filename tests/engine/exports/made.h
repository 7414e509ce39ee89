#ifndef TESTS_ENGINE_EXPORTS_MADE_H
#define TESTS_ENGINE_EXPORTS_MADE_H

/* A session of the ScreenAgent layout of another's making: five records, each with a picture of its own, and a negative. */

#include "tests/engine/exports/story.h"

#include "config/strict_json.h"

struct made {
    char *folder, *session, *images;
};

static inline void put_file(const char *folder, const char *name, const char *text)
{
    g_autofree char *path = g_build_filename(folder, name, NULL);
    assert_true(g_file_set_contents(path, text, -1, NULL));
}

static inline void put_picture(const struct made *made, const char *name, int n)
{
    g_autoptr(frame) f = story_screen(n);
    g_autoptr(GBytes) jpeg = frame_to_jpeg(f, 85, NULL);
    g_autofree char *path = g_build_filename(made->images, name, NULL);
    assert_non_null(jpeg);
    assert_true(g_file_set_contents(path, g_bytes_get_data(jpeg, NULL), (gssize)g_bytes_get_size(jpeg), NULL));
}

static inline char *record_text(const char *image, const char *reply, const char *edited, const char *actions)
{
    g_autoptr(cJSON) o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "task_prompt", "find the weather");
    cJSON_AddStringToObject(o, "send_prompt", "You see a screen.");
    cJSON_AddStringToObject(o, "LLM_response", reply);
    cJSON_AddStringToObject(o, "LLM_response_editer", edited);
    cJSON_AddNumberToObject(o, "video_width", STORY_WIDTH);
    cJSON_AddNumberToObject(o, "video_height", STORY_HEIGHT);
    cJSON_AddStringToObject(o, "saved_image_name", image);
    cJSON_AddItemToObject(o, "actions", strict_json_parse(actions, strlen(actions), 1 << 20, NULL));
    return strict_json_print(o);
}

#define PLANNED                                                                                                                  \
    "[{\"action_type\":\"PlanAction\",\"element\":\"open it\"},{\"action_type\":\"PlanAction\",\"element\":\"read it\"}]"
#define CLICKED                                                                                                                  \
    "[{\"action_type\":\"MouseAction\",\"mouse_action_type\":\"click\",\"mouse_button\":\"left\",\"mouse_position\":{\"width\":" \
    "60,\"height\":70}}]"
#define BOTH                                                                                                                     \
    "[{\"action_type\":\"MouseAction\",\"mouse_action_type\":\"click\",\"mouse_button\":\"left\",\"mouse_position\":{\"width\":" \
    "61,\"height\":71}},"                                                                                                        \
    "{\"action_type\":\"KeyboardAction\",\"keyboard_action_type\":\"text\",\"keyboard_text\":\"weather\"},"                      \
    "{\"action_type\":\"KeyboardAction\",\"keyboard_action_type\":\"press\",\"keyboard_key\":\"Return\"}]"
#define JUDGED "[{\"action_type\":\"EvaluateSubTaskAction\",\"situation\":\"sub_task_success\"}]"
#define FENCED(PROSE, JSON) PROSE "\n```json\n" JSON "\n```"

/* As the training split has them: no status, no current_task, names with _translate, negatives between. */
static inline void make_session(struct made *made)
{
    made->folder = story_folder();
    made->session = g_build_filename(made->folder, "0123456789abcdef0123456789abcdef", NULL);
    made->images = g_build_filename(made->session, "images", NULL);
    g_mkdir_with_parents(made->images, 0700);
    const struct {
        const char *stamp, *reply, *edited, *actions;
    } records[] = {
        {"2023-12-20_19-33-10-000001", FENCED("My plan:", PLANNED), FENCED("My plan:", PLANNED), PLANNED},
        {"2023-12-20_19-33-20-000001", FENCED("I click", CLICKED), FENCED("I click and type", BOTH), BOTH},
        {"2023-12-20_19-33-40-000001", FENCED("", JUDGED), FENCED("", JUDGED), JUDGED},
        {"2023-12-20_19-34-00-000001", FENCED("on", CLICKED), FENCED("on", CLICKED), CLICKED},
        {"2023-12-20_19-34-20-000001", FENCED("", JUDGED), FENCED("", JUDGED), JUDGED},
    };
    for (guint i = 0; i < G_N_ELEMENTS(records); i++) {
        g_autofree char *name = g_strconcat(records[i].stamp, "_translate.json", NULL),
                        *image = g_strconcat(records[i].stamp, ".jpg", NULL);
        g_autofree char *text = record_text(image, records[i].reply, records[i].edited, records[i].actions);
        put_file(made->session, name, text);
        put_picture(made, image, (int)i);
    }
    g_autofree char *negative = record_text("2023-12-20_19-33-20-000001.jpg", "", "", JUDGED);
    put_file(made->session, "2023-12-20_19-33-40-000001_translate_neg_eval.json", negative);
}

static inline void made_clear(struct made *made)
{
    g_free(made->folder);
    g_free(made->session);
    g_free(made->images);
}

/* A session of another's making, and an empty store to take it into. */
static inline memory *made_and_store(struct made *made)
{
    g_autofree char *folder = story_folder();
    make_session(made);
    return story_store(folder);
}

#endif
