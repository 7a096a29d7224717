#include "src/strategy/session_slot.h"

#include "src/strategy/session.h"

size_t session_slot_index(const struct session *s, size_t task, int sample)
{
    return task * (size_t)run_config_width(&s->config) + (size_t)sample;
}

bool session_is_stopping(const struct session *s)
{
    return s->hooks.stop != NULL && *s->hooks.stop != 0;
}
