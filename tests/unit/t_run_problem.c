/* SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <math.h>

#include <gsl/gsl_eigen.h>

#include "runs/engine/elementary.h"
#include "runs/problem/regression.h"

static struct sp_error err;

/* Small data of known numbers: features in [0, 1] with signs, as the reader makes them. */
static struct sp_dataset random_data(size_t n, size_t width, uint64_t seed, int one_sign)
{
    struct sp_dataset data = {n, width, n / 2, malloc(n * width * sizeof(double)), NULL};
    struct sp_stream stream;
    sp_stream_start(&stream, seed, SP_FOR_MEASURE, 0, 0);
    assert_non_null(data.rows);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < width; k++) {
            double x = k + 1 == width ? 1 : sp_stream_uniform(&stream);
            double sign = one_sign ? (i % 2 ? -1 : 1) : sp_stream_below(&stream, 2) ? 1 : -1;
            data.rows[i * width + k] = k == 1 ? 0 : sign * x; /* a dead pixel */
        }
    return data;
}

/* Oracle: GSL's symmetric eigenvalues. */
static double true_eigenvalue(const struct sp_dataset *data)
{
    size_t d = data->width;
    gsl_matrix *gram = gsl_matrix_calloc(d, d);
    gsl_vector *values = gsl_vector_alloc(d);
    gsl_eigen_symm_workspace *work = gsl_eigen_symm_alloc(d);
    for (size_t i = 0; i < data->n; i++)
        for (size_t j = 0; j < d; j++)
            for (size_t k = 0; k < d; k++)
                *gsl_matrix_ptr(gram, j, k) +=
                    data->rows[i * d + j] * data->rows[i * d + k] / (double)data->n;
    gsl_eigen_symm(gram, values, work);
    double largest = gsl_vector_max(values);
    gsl_eigen_symm_free(work);
    gsl_vector_free(values);
    gsl_matrix_free(gram);
    return largest;
}

static void eigenvalue_is_bounded_and_close(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 20; seed++) {
        double bound;
        struct sp_dataset data = random_data(30, 8, seed, 1);
        assert_int_equal(sp_regression_largest_eigenvalue(&bound, &data, &err), SP_OK);
        double largest = true_eigenvalue(&data);
        assert_true(bound >= largest * (1 - 1e-14) && bound <= largest * (1 + 1e-7));
        sp_dataset_clear(&data);
        /* With signs that differ inside a row it is an upper bound still. */
        data = random_data(30, 8, seed, 0);
        assert_int_equal(sp_regression_largest_eigenvalue(&bound, &data, &err), SP_OK);
        assert_true(bound >= true_eigenvalue(&data));
        sp_dataset_clear(&data);
    }
}

/* 30 samples of 8 features; one score, or one for each of three classes. */
enum { SAMPLES = 30, WIDTH = 8, MOST = 3 * WIDTH };

static struct sp_regression random_model(uint64_t seed, double l2, unsigned classes)
{
    struct sp_regression model = {.data = random_data(SAMPLES, WIDTH, seed, 1),
                                  .l2 = l2,
                                  .classes = classes,
                                  .loss = &sp_loss_logistic,
                                  .norms2 = calloc(SAMPLES, sizeof(double))};
    assert_non_null(model.norms2);
    if (classes > 1) {
        model.loss = &sp_loss_softmax;
        model.data.labels = malloc(SAMPLES);
        for (size_t i = 0; i < SAMPLES; i++)
            model.data.labels[i] = (unsigned char)(i * i % classes);
    }
    for (size_t i = 0; i < SAMPLES * WIDTH; i++)
        model.norms2[i / WIDTH] += model.data.rows[i] * model.data.rows[i];
    return model;
}

static void clear_model(struct sp_regression *model)
{
    sp_dataset_clear(&model->data);
    free(model->norms2);
}

static void check_gradient(unsigned classes)
{
    struct sp_regression model = random_model(3, 0.3, classes);
    double w[MOST], g[MOST], ignored[MOST], up, down;
    for (unsigned k = 0; k < classes * WIDTH; k++)
        w[k] = 0.5 - (k % 11) / 7.0;
    assert_int_equal(sp_regression_full(&model, g, NULL, w), 0);
    for (unsigned k = 0; k < classes * WIDTH; k++) {
        double at = w[k];
        w[k] = at + 1e-5;
        sp_regression_full(&model, ignored, &up, w);
        w[k] = at - 1e-5;
        sp_regression_full(&model, ignored, &down, w);
        w[k] = at;
        assert_true(fabs((up - down) / 2e-5 - g[k]) < 1e-8);
    }
    clear_model(&model);
}

static void gradient_is_the_slope_of_the_loss(void **state)
{
    (void)state;
    check_gradient(1);
    check_gradient(2);
    check_gradient(3);
}

/* Softmax of two classes with scores (z/2, -z/2) is the logistic loss of z. */
static void two_classes_are_the_logistic_loss(void **state)
{
    (void)state;
    for (int k = -300; k <= 300; k++) {
        double z = k / 10.0, both[2] = {z / 2, -z / 2}, slopes[2], slope;
        double value = sp_loss_softmax.value(slopes, both, 2, 0);
        assert_true(fabs(value - sp_loss_logistic.value(&slope, &z, 1, 0)) < 1e-14 * (1 + fabs(z)));
        assert_true(fabs(slopes[0] - slope) < 1e-15 && fabs(slopes[1] + slope) < 1e-15);
    }
    double zeros[10] = {0}, slopes[10];
    double ten = sp_loss_softmax.value(slopes, zeros, 10, 3);
    assert_true(ten <= sp_loss_softmax.at_zero && sp_loss_softmax.at_zero - ten < 1e-15);
    assert_true(sp_loss_logistic.value(slopes, zeros, 1, 0) <= sp_loss_logistic.at_zero);
    /* Far out: no overflow. */
    const double far[3] = {-2000, 5000, 1000};
    assert_true(sp_loss_softmax.value(slopes, far, 3, 0) == 7000);
}

static double descend(const struct sp_regression *model)
{
    double w[MOST] = {0}, g[MOST], loss, least = INFINITY;
    for (int step = 0; step < 20000; step++) {
        sp_regression_full(model, g, &loss, w);
        least = fmin(least, loss);
        for (unsigned k = 0; k < model->classes * WIDTH; k++)
            w[k] -= 0.3 * g[k];
    }
    return least;
}

static void check_minimum(unsigned classes)
{
    struct sp_regression model = random_model(4, 0.2, classes);
    struct sp_stream stream;
    double lower, loss, g[MOST], w[MOST];
    assert_int_equal(sp_regression_minimum(&lower, &model, 10, &err), SP_OK);
    sp_stream_start(&stream, 8, SP_FOR_MEASURE, 0, 0);
    for (int try = 0; try < 2000; try++) {
        for (unsigned k = 0; k < classes * WIDTH; k++)
            w[k] = 4 * sp_stream_uniform(&stream) - 2;
        assert_int_equal(sp_regression_full(&model, g, &loss, w), 0);
        assert_true(loss >= lower);
    }
    /* Plain gradient descent comes as near as rounding lets it. */
    double least = descend(&model);
    assert_true(least - lower >= 0 && least - lower < 1e-10);
    clear_model(&model);
}

static void minimum_is_below_every_value_and_close(void **state)
{
    (void)state;
    check_minimum(1);
    check_minimum(3);
}

static int is_installed(void)
{
    FILE *file = fopen(SP_FASHION_FOLDER "/train-labels-idx1-ubyte.gz", "rb");
    if (file != NULL)
        fclose(file);
    return file != NULL;
}

/* Every constant against what the problem does, at points far and near. */
static void check_constants(const struct sp_problem *p, double scale)
{
    struct sp_evaluation at;
    struct sp_stream stream;
    double *w = calloc(2 * p->dimension, sizeof *w);
    assert_non_null(w);
    sp_stream_start(&stream, 5, SP_FOR_MEASURE, 0, 0);
    for (int try = 0; try < 6; try++) {
        assert_int_equal(p->kind->evaluate(p, &at, w, w + p->dimension), 0);
        double gap = at.loss - p->constants[SP_CONSTANT_LEAST].value;
        assert_true(gap >= 0);
        assert_true(at.variance <= p->constants[SP_CONSTANT_SIGMA2].value);
        /* c-PL and L-smoothness squeeze |grad F|^2. */
        assert_true(at.gradient2 >= 2 * p->constants[SP_CONSTANT_C].value * gap * (1 - 1e-9));
        assert_true(at.gradient2 <= 2 * p->constants[SP_CONSTANT_L].value * gap * (1 + 1e-9));
        if (try == 0 && p->start == NULL)
            assert_true(gap <= p->constants[SP_CONSTANT_D0].value + 1e-13); /* gap is rounded */
        for (size_t k = 0; k < p->dimension; k++)
            w[k] = scale * (sp_stream_uniform(&stream) - 0.5) * pow(8, try - 3);
    }
    free(w);
}

static void fashion_constants_hold(void **state)
{
    struct sp_problem p;
    (void)state;
    /* Without the package the reader's message is what is tested. */
    if (!is_installed()) {
        const struct sp_logistic_options absent = {NULL, 1, 3, 100, 1};
        assert_int_equal(sp_problem_logistic(&p, &absent, &err), SP_INPUT);
        assert_non_null(strstr(err.text, "apt-get install dataset-fashion-mnist"));
        return;
    }
    const double weights[] = {1, 0.01, 0};
    for (int k = 0; k < 3; k++) {
        const struct sp_logistic_options options = {NULL, 1, k == 2 ? SP_ANY_CLASS : 3, 200,
                                                    weights[k]};
        assert_int_equal(sp_problem_logistic(&p, &options, &err), SP_OK);
        check_constants(&p, 0.1);
        sp_problem_clear(&p);
    }
    const struct sp_logistic_options ten = {NULL, 1, 3, 100, 0.5};
    assert_int_equal(sp_problem_softmax(&p, &ten, &err), SP_OK);
    assert_int_equal(p.dimension, 7850);
    check_constants(&p, 0.1);
    sp_problem_clear(&p);
}

static void quadratic_constants_hold(void **state)
{
    struct sp_problem p;
    (void)state;
    const struct sp_quadratic_options options = {50, 3, 0.25, 2, 7};
    assert_int_equal(sp_problem_quadratic(&p, &options, &err), SP_OK);
    check_constants(&p, 1);
    struct sp_evaluation at;
    double scratch[50];
    assert_int_equal(p.kind->evaluate(&p, &at, p.start, scratch), 0);
    assert_true(fabs(at.loss - 7) < 1e-12 && at.loss <= p.constants[SP_CONSTANT_D0].value);
    sp_problem_clear(&p);
}

/* The mean of many mini-batches is the gradient, and their spread is variance/m. */
static void check_noise(const struct sp_problem *p, unsigned batch, int draws)
{
    struct sp_evaluation at;
    struct sp_stream stream;
    size_t n = p->dimension;
    double *memory = calloc(4 * n, sizeof *memory), spread = 0, bias = 0;
    assert_non_null(memory);
    double *w = memory, *full = memory + n, *g = memory + 2 * n, *mean = memory + 3 * n;
    for (size_t k = 0; k < n; k++)
        w[k] = 0.01 * (double)(k % 5);
    assert_int_equal(p->kind->evaluate(p, &at, w, full), 0);
    for (int i = 0; i < draws; i++) {
        sp_stream_start(&stream, 9, SP_FOR_SAMPLE, 0, (uint64_t)i);
        assert_int_equal(p->kind->gradient(p, g, w, batch, &stream), 0);
        for (size_t k = 0; k < n; k++) {
            spread += (g[k] - full[k]) * (g[k] - full[k]) / draws;
            mean[k] += g[k] / draws;
        }
    }
    for (size_t k = 0; k < n; k++)
        bias += (mean[k] - full[k]) * (mean[k] - full[k]);
    double expected = at.variance / batch;
    assert_true(fabs(spread / expected - 1) < 0.1);
    /* In the worst case the noise has one direction: 10.8 is the 0.999 quantile of chi^2. */
    assert_true(bias < 10.8 * expected / draws);
    free(memory);
}

static void mini_batches_are_unbiased(void **state)
{
    struct sp_problem p;
    (void)state;
    const struct sp_quadratic_options options = {50, 3, 0.25, 2, 7};
    assert_int_equal(sp_problem_quadratic(&p, &options, &err), SP_OK);
    check_noise(&p, 1, 3000);
    check_noise(&p, 37, 3000);
    sp_problem_clear(&p);
    for (unsigned classes = 1; classes <= 3; classes += 2) {
        struct sp_regression *model = malloc(sizeof *model);
        assert_non_null(model);
        *model = random_model(3, 0.3, classes);
        p = (struct sp_problem){
            .kind = &sp_regression_kind, .dimension = classes * WIDTH, .data = model};
        check_noise(&p, 1, 3000);
        check_noise(&p, 5, 3000);
        sp_problem_clear(&p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(eigenvalue_is_bounded_and_close),
        cmocka_unit_test(gradient_is_the_slope_of_the_loss),
        cmocka_unit_test(two_classes_are_the_logistic_loss),
        cmocka_unit_test(minimum_is_below_every_value_and_close),
        cmocka_unit_test(fashion_constants_hold),
        cmocka_unit_test(quadratic_constants_hold),
        cmocka_unit_test(mini_batches_are_unbiased),
    };
    return cmocka_run_group_tests_name("problems and their constants", tests, NULL, NULL);
}
