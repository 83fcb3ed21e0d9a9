/* Deep copies of tables, field by field, sharing what cannot change.

   `copying.py` says of every structure how each of its fields is copied; this file does it. It uses the public C interface
   of Python only, and looks at every class before it copies one of its kind: fields must be plain slots that fill the
   object, one beside the other. Whatever it does not know it refuses (CannotCopy), and the table is copied by msgpack. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stddef.h>
#include <structmember.h>

enum { SHARE, FLAT, DEEP, FRESH }; /* in the order of `copying.HOWS` */

typedef struct {
    PyTypeObject *kind;
    Py_ssize_t fields; /* -1: its values cannot change */
    signed char *hows; /* how each slot is copied, in the order in which they lie */
} Plan;

#define NEAR 1024 /* plans found without a dict; a power of two */

static Plan *near_plans[NEAR];
static PyObject *plans;      /* class -> capsule of its plan; keeps the classes, so that no address comes twice */
static PyObject *planner;    /* asked once for each class, calls `learn` */
static PyObject *CannotCopy;

static PyObject *copied(PyObject *value);

static inline size_t place_of(PyTypeObject *kind) { return ((size_t)kind >> 4) & (NEAR - 1); }

static Plan *plan_in_dict(PyTypeObject *kind)
{
    PyObject *capsule = PyDict_GetItemWithError(plans, (PyObject *)kind);
    return capsule == NULL ? NULL : PyCapsule_GetPointer(capsule, NULL);
}

static Plan *plan_of(PyTypeObject *kind)
{
    Plan *plan = near_plans[place_of(kind)];
    if (plan != NULL && plan->kind == kind)
        return plan;
    plan = plan_in_dict(kind);
    if (plan == NULL) {
        if (PyErr_Occurred())
            return NULL;
        PyObject *done = planner == NULL ? NULL : PyObject_CallOneArg(planner, (PyObject *)kind);
        if (done == NULL) {
            if (!PyErr_Occurred())
                PyErr_SetString(CannotCopy, "nobody says how");
            return NULL;
        }
        Py_DECREF(done);
        plan = plan_in_dict(kind);
        if (plan == NULL) {
            if (!PyErr_Occurred())
                PyErr_Format(CannotCopy, "nobody says how to copy %s", kind->tp_name);
            return NULL;
        }
    }
    near_plans[place_of(kind)] = plan;
    return plan;
}

static inline int is_plain(PyTypeObject *kind)
{
    return kind == &PyUnicode_Type || kind == &PyLong_Type || kind == &PyBool_Type || kind == Py_TYPE(Py_None)
        || kind == &PyFloat_Type || kind == &PyBytes_Type;
}

static PyObject *copied_list(PyObject *value)
{
    Py_ssize_t many = PyList_GET_SIZE(value);
    PyObject *twin = PyList_New(many);
    if (twin == NULL)
        return NULL;
    for (Py_ssize_t at = 0; at < many; at++) {
        PyObject *item = copied(PyList_GET_ITEM(value, at));
        if (item == NULL) {
            Py_DECREF(twin);
            return NULL;
        }
        PyList_SET_ITEM(twin, at, item);
    }
    return twin;
}

static PyObject *copied_tuple(PyObject *value)
{
    Py_ssize_t many = PyTuple_GET_SIZE(value);
    PyObject *twin = PyTuple_New(many);
    int same = 1;
    if (twin == NULL)
        return NULL;
    for (Py_ssize_t at = 0; at < many; at++) {
        PyObject *item = copied(PyTuple_GET_ITEM(value, at));
        if (item == NULL) {
            Py_DECREF(twin);
            return NULL;
        }
        same &= item == PyTuple_GET_ITEM(value, at);
        PyTuple_SET_ITEM(twin, at, item);
    }
    if (!same)
        return twin;
    Py_DECREF(twin); /* nothing in it can change */
    return Py_NewRef(value);
}

static PyObject *copied_dict(PyObject *value)
{
    PyObject *key, *item, *twin = PyDict_Copy(value);
    Py_ssize_t at = 0;
    if (twin == NULL)
        return NULL;
    while (PyDict_Next(value, &at, &key, &item)) {
        if (is_plain(Py_TYPE(item)))
            continue;
        PyObject *other = copied(item);
        int failed = other == NULL || PyDict_SetItem(twin, key, other) < 0;
        Py_XDECREF(other);
        if (failed) {
            Py_DECREF(twin);
            return NULL;
        }
    }
    return twin;
}

static PyObject *copied_flat(PyObject *value)
{
    if (PyDict_CheckExact(value))
        return PyDict_Copy(value);
    if (PyList_CheckExact(value))
        return PyList_GetSlice(value, 0, PyList_GET_SIZE(value));
    return copied(value);
}

static inline PyObject **slots_of(PyObject *value) { return (PyObject **)((char *)value + sizeof(PyObject)); }

static PyObject *copied_fields(PyObject *value, Plan *plan)
{
    PyTypeObject *kind = plan->kind;
    int tracked = PyType_IS_GC(kind);
    PyObject *twin = tracked ? PyObject_GC_New(PyObject, kind) : PyObject_New(PyObject, kind);
    if (twin == NULL)
        return NULL;
    PyObject **from = slots_of(value), **to = slots_of(twin);
    Py_ssize_t at = 0, fields = plan->fields;
    for (; at < fields; at++) {
        PyObject *field = from[at], *other;
        if (field == NULL) {
            PyErr_Format(CannotCopy, "%s lacks a field", kind->tp_name);
            other = NULL;
        }
        else if (plan->hows[at] == SHARE || is_plain(Py_TYPE(field)))
            other = Py_NewRef(field);
        else if (plan->hows[at] == DEEP)
            other = copied(field);
        else if (plan->hows[at] == FLAT)
            other = copied_flat(field);
        else
            other = PyObject_CallNoArgs((PyObject *)Py_TYPE(field));
        if (other == NULL)
            break;
        to[at] = other;
    }
    int failed = at < fields;
    for (; at < fields; at++)
        to[at] = NULL;
    if (tracked)
        PyObject_GC_Track(twin);
    if (failed)
        Py_CLEAR(twin);
    return twin;
}

static PyObject *copied(PyObject *value)
{
    PyTypeObject *kind = Py_TYPE(value);
    PyObject *twin;
    if (is_plain(kind))
        return Py_NewRef(value);
    if (Py_EnterRecursiveCall(" while a table is copied"))
        return NULL;
    if (kind == &PyList_Type)
        twin = copied_list(value);
    else if (kind == &PyDict_Type)
        twin = copied_dict(value);
    else if (kind == &PyTuple_Type)
        twin = copied_tuple(value);
    else {
        Plan *plan = plan_of(kind);
        twin = plan == NULL ? NULL : plan->fields < 0 ? Py_NewRef(value) : copied_fields(value, plan);
    }
    Py_LeaveRecursiveCall();
    return twin;
}

static void free_plan(PyObject *capsule)
{
    Plan *plan = PyCapsule_GetPointer(capsule, NULL);
    PyMem_Free(plan->hows);
    PyMem_Free(plan);
}

static int remember(PyTypeObject *kind, Py_ssize_t fields, signed char *hows)
{
    Plan *plan = PyMem_Malloc(sizeof(Plan));
    PyObject *capsule = plan == NULL ? NULL : PyCapsule_New(plan, NULL, free_plan);
    if (capsule == NULL) {
        PyMem_Free(plan);
        PyMem_Free(hows);
        return -1;
    }
    *plan = (Plan){kind, fields, hows};
    /* A plan that is there stays: another thread may be using it. */
    int failed = PyDict_SetDefault(plans, (PyObject *)kind, capsule) == NULL;
    Py_DECREF(capsule);
    return failed ? -1 : 0;
}

/* The number of the slot that a field lies in; -1 with an error if it lies in none. */
static Py_ssize_t slot_of(PyTypeObject *kind, PyObject *name)
{
    Py_ssize_t slot = -1;
    PyObject *descr = PyObject_GetAttr((PyObject *)kind, name);
    if (descr == NULL)
        return -1;
    if (Py_IS_TYPE(descr, &PyMemberDescr_Type)) {
        PyMemberDef *member = ((PyMemberDescrObject *)descr)->d_member;
        Py_ssize_t beyond = member->offset - (Py_ssize_t)sizeof(PyObject);
        if (member->type == T_OBJECT_EX && beyond >= 0 && beyond % (Py_ssize_t)sizeof(PyObject *) == 0)
            slot = beyond / (Py_ssize_t)sizeof(PyObject *);
    }
    Py_DECREF(descr);
    if (slot < 0)
        PyErr_Format(CannotCopy, "%s.%U is no slot", kind->tp_name, name);
    return slot;
}

static PyObject *learn(PyObject *module, PyObject *args)
{
    PyTypeObject *kind;
    PyObject *names;
    const char *given;
    Py_ssize_t many;
    if (!PyArg_ParseTuple(args, "O!O!y#:learn", &PyType_Type, &kind, &PyTuple_Type, &names, &given, &many))
        return NULL;
    size_t filled = sizeof(PyObject) + (size_t)many * sizeof(PyObject *);
    if (PyTuple_GET_SIZE(names) != many || kind->tp_dictoffset || kind->tp_weaklistoffset || kind->tp_itemsize
        || (size_t)kind->tp_basicsize != filled)
        return PyErr_Format(CannotCopy, "%s is laid out otherwise", kind->tp_name);
    signed char *hows = PyMem_Malloc(many ? many : 1);
    if (hows == NULL)
        return PyErr_NoMemory();
    memset(hows, -1, many);
    for (Py_ssize_t at = 0; at < many; at++) {
        Py_ssize_t slot = slot_of(kind, PyTuple_GET_ITEM(names, at));
        if (slot < 0 || slot >= many || hows[slot] != -1 || given[at] < SHARE || given[at] > FRESH) {
            if (!PyErr_Occurred())
                PyErr_Format(CannotCopy, "%s is laid out otherwise", kind->tp_name);
            PyMem_Free(hows);
            return NULL;
        }
        hows[slot] = given[at];
    }
    if (remember(kind, many, hows) < 0)
        return NULL;
    Py_RETURN_NONE;
}

static PyObject *share(PyObject *module, PyObject *kind)
{
    if (!PyType_Check(kind))
        return PyErr_Format(PyExc_TypeError, "expected a class, got %R", kind);
    if (remember((PyTypeObject *)kind, -1, NULL) < 0)
        return NULL;
    Py_RETURN_NONE;
}

static PyObject *ask(PyObject *module, PyObject *asked)
{
    Py_XSETREF(planner, Py_NewRef(asked));
    Py_RETURN_NONE;
}

static PyObject *copy(PyObject *module, PyObject *value) { return copied(value); }

static PyMethodDef methods[] = {
    {"ask", ask, METH_O, "Ask this for the plan of every class that is met for the first time."},
    {"learn", learn, METH_VARARGS, "Copy values of a class by its fields, each as said; CannotCopy where that cannot be."},
    {"share", share, METH_O, "Values of this class cannot change: copies share them."},
    {"copied", copy, METH_O, "A deep copy; CannotCopy if there is something in it that is not known how to copy."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "copier", "Deep copies, field by field, sharing what cannot change.", -1, methods,
    NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit_copier(void)
{
    PyObject *module = PyModule_Create(&definition);
    if (module == NULL)
        return NULL;
    plans = PyDict_New();
    CannotCopy = PyErr_NewException("eschaton.kernel.copier.CannotCopy", NULL, NULL);
    if (plans == NULL || CannotCopy == NULL || PyModule_AddObjectRef(module, "CannotCopy", CannotCopy) < 0)
        Py_CLEAR(module);
    return module;
}
