#include "CStateGraphThreads.h"

_Thread_local stategraph_thread_state stategraph_thread
    __attribute__((tls_model("initial-exec")));
