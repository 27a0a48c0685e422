import StateGraph
import Testing

/// UIKit Integration: Form Handling.
private enum Forms {
  final class RegistrationFormViewModel {
    @GraphStored var firstName: String = ""
    @GraphStored var lastName: String = ""
    @GraphStored var email: String = ""
    @GraphStored var password: String = ""
    @GraphStored var confirmPassword: String = ""

    @GraphComputed var isFirstNameValid: Bool
    @GraphComputed var isLastNameValid: Bool
    @GraphComputed var isEmailValid: Bool
    @GraphComputed var isPasswordValid: Bool
    @GraphComputed var isConfirmPasswordValid: Bool
    @GraphComputed var isFormValid: Bool

    init() {
      self.$isFirstNameValid = .init { [$firstName] _ in
        !$firstName.wrappedValue.isEmpty
      }

      self.$isLastNameValid = .init { [$lastName] _ in
        !$lastName.wrappedValue.isEmpty
      }

      self.$isEmailValid = .init { [$email] _ in
        $email.wrappedValue.contains("@") && $email.wrappedValue.contains(".")
      }

      self.$isPasswordValid = .init { [$password] _ in
        $password.wrappedValue.count >= 8
      }

      self.$isConfirmPasswordValid = .init { [$password, $confirmPassword] _ in
        $password.wrappedValue == $confirmPassword.wrappedValue
      }

      self.$isFormValid = .init {
        [
          $isFirstNameValid, $isLastNameValid, $isEmailValid, $isPasswordValid,
          $isConfirmPasswordValid
        ] _ in
        $isFirstNameValid.wrappedValue && $isLastNameValid.wrappedValue
          && $isEmailValid.wrappedValue && $isPasswordValid.wrappedValue
          && $isConfirmPasswordValid.wrappedValue
      }
    }
  }

  class RegistrationViewController: UIViewController {
    private let viewModel = RegistrationFormViewModel()
    private var subscription: AnyCancellable?

    weak var firstNameTextField: UITextField!
    weak var lastNameTextField: UITextField!
    weak var emailTextField: UITextField!
    weak var passwordTextField: UITextField!
    weak var confirmPasswordTextField: UITextField!
    weak var submitButton: UIButton!

    override func viewDidLoad() {
      super.viewDidLoad()
      bindViewModel()
    }

    private func bindViewModel() {
      subscription = withGraphTracking {
        viewModel.$isFirstNameValid.onChange { [weak self] isValid in
          self?.updateFieldValidation(textField: self?.firstNameTextField, isValid: isValid)
        }

        viewModel.$isLastNameValid.onChange { [weak self] isValid in
          self?.updateFieldValidation(textField: self?.lastNameTextField, isValid: isValid)
        }

        viewModel.$isEmailValid.onChange { [weak self] isValid in
          self?.updateFieldValidation(textField: self?.emailTextField, isValid: isValid)
        }

        viewModel.$isPasswordValid.onChange { [weak self] isValid in
          self?.updateFieldValidation(textField: self?.passwordTextField, isValid: isValid)
        }

        viewModel.$isConfirmPasswordValid.onChange { [weak self] isValid in
          self?.updateFieldValidation(textField: self?.confirmPasswordTextField, isValid: isValid)
        }

        viewModel.$isFormValid.onChange { [weak self] isValid in
          self?.submitButton.isEnabled = isValid
          self?.submitButton.alpha = isValid ? 1.0 : 0.5
        }
      }
    }

    private func updateFieldValidation(textField: UITextField?, isValid: Bool) {
      textField?.layer.borderColor =
        isValid ? UIColor.systemGreen.cgColor : UIColor.systemRed.cgColor
      textField?.layer.borderWidth = isValid ? 1.0 : 2.0
    }

    func firstNameChanged() {
      viewModel.firstName = firstNameTextField.text ?? ""
    }

    func lastNameChanged() {
      viewModel.lastName = lastNameTextField.text ?? ""
    }

    func emailChanged() {
      viewModel.email = emailTextField.text ?? ""
    }

    func passwordChanged() {
      viewModel.password = passwordTextField.text ?? ""
    }

    func confirmPasswordChanged() {
      viewModel.confirmPassword = confirmPasswordTextField.text ?? ""
    }
  }
}

@Suite @MainActor struct FormTests {
  @Test func `a form is valid when all of its fields are`() {
    let model = Forms.RegistrationFormViewModel()
    #expect(!model.isFormValid)
    #expect(model.isConfirmPasswordValid)
    model.firstName = "Ada"
    model.lastName = "Lovelace"
    model.email = "ada@example.org"
    model.password = "correct horse"
    #expect(!model.isFormValid)
    model.confirmPassword = "correct horse"
    #expect(model.isFormValid)
    model.email = "ada"
    #expect(!model.isEmailValid)
    #expect(!model.isFormValid)
  }

  @Test func `fields and button show what is valid`() async {
    let fields = (0..<5).map { _ in UITextField() }
    let button = UIButton()
    let controller = Forms.RegistrationViewController()
    controller.firstNameTextField = fields[0]
    controller.lastNameTextField = fields[1]
    controller.emailTextField = fields[2]
    controller.passwordTextField = fields[3]
    controller.confirmPasswordTextField = fields[4]
    controller.submitButton = button
    controller.viewDidLoad()
    #expect(!button.isEnabled)
    #expect(button.alpha == 0.5)
    #expect(fields.map(\.layer.borderWidth) == [2, 2, 2, 2, 1])

    for (field, text) in zip(fields, ["Ada", "Lovelace", "a@b.c", "12345678", "12345678"]) {
      field.text = text
    }
    controller.firstNameChanged()
    controller.lastNameChanged()
    controller.emailChanged()
    controller.passwordChanged()
    controller.confirmPasswordChanged()
    await drainMainQueue()
    #expect(button.isEnabled)
    #expect(button.alpha == 1)
    #expect(fields.allSatisfy { $0.layer.borderColor == "green" })
  }
}
